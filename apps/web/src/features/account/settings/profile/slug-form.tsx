import { useState } from 'react';
import { useApi } from '#lib/query.ts';
import { storeUser } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { slugProblem } from '../../field-checks.ts';
import { ProfileAddress } from './profile-address.tsx';
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
