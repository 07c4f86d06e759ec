import { useState } from 'react';
import { copyText } from '#lib/copy-text.ts';
import { useApi } from '#lib/query.ts';
import { storeUser } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { slugProblem } from '../../field-checks.ts';
import css from './profile-address.module.css';
import type { PublicProfile } from './profile-sections.ts';

export function SlugForm({ profile: { slug, is_public } }: { profile: PublicProfile }) {
  const api = useApi();
  const [typed, setTyped] = useState(slug);
  const form = useForm({
    fields: ['slug'],
    check: (values) => ({ slug: slugProblem(values.slug) }),
    send: (values) => api('POST /api/account/user_settings', { body: { slug: values.slug.toLowerCase() } }),
    onSuccess: ({ user }) => {
      storeUser(user);
      setTyped(user.account.public_profile.slug);
    },
  });
  const wanted = typed.trim().toLowerCase();
  return (
    <Form form={form}>
      <TextField
        label="Profile address"
        name="slug"
        mono
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint="2 to 40 letters, digits, hyphens or underscores."
        error={form.problems.slug}
      />
      <ProfileAddress slug={slug} wanted={wanted} isPublic={is_public} />
      <FormActions done={form.isSuccess && wanted === slug && 'Saved. Your profile has moved to this address.'}>
        <Button type="submit" busy={form.isPending}>
          Save address
        </Button>
      </FormActions>
    </Form>
  );
}

interface ProfileAddressProps {
  /** Saved address. */
  slug: string;
  /** Address in the input field. */
  wanted: string;
  isPublic: boolean;
}

/** Full profile address, updated while the user types, with buttons to copy and open the saved one. */
function ProfileAddress({ slug, wanted, isPublic }: ProfileAddressProps) {
  const [copied, setCopied] = useState<{ slug: string; ok: boolean }>();
  const address = `${location.origin}/profile/`;
  const copy = copied?.slug === slug ? copied : undefined;
  const isNew = wanted !== slug;
  return (
    <div className={css.frame}>
      <p className={css.address}>
        {address}
        <strong className={css.slug}>{wanted || '…'}</strong>
      </p>
      <div className={css.actions}>
        <Button
          size="sm"
          icon="copy"
          disabled={isNew}
          onClick={() => void copyText(address + slug).then((ok) => setCopied({ slug, ok }))}
        >
          Copy
        </Button>
        <LinkButton size="sm" icon="external" to="/profile/$username" params={{ username: slug }}>
          View profile
        </LinkButton>
        <p className={css.status} role="status">
          {isNew
            ? 'Not saved yet.'
            : copy
              ? copy.ok
                ? 'Copied.'
                : 'Could not copy. Select the address and copy it yourself.'
              : !isPublic && 'Only you can open it now.'}
        </p>
      </div>
    </div>
  );
}
