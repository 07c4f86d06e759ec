import type { UserSettingsBody } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#lib/query.ts';
import { storeUser } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { FormErrors, fieldErrors } from '../../form-errors.tsx';
import { slugProblem } from '../checks.ts';
import { refuseField } from '../field-error.ts';
import css from '../form.module.css';
import { Outcome } from '../outcome.tsx';
import { ProfileAddress } from './profile-address.tsx';
import type { PublicProfile } from './profile-sections.ts';

export function SlugForm({ profile: { slug, is_public } }: { profile: PublicProfile }) {
  const api = useApi();
  const [typed, setTyped] = useState(slug);
  const save = useMutation({
    meta: { suppress: [400, 429] },
    mutationFn: (body: UserSettingsBody & { slug: string }) => {
      refuseField('slug', slugProblem(body.slug));
      return api('POST /api/account/user_settings', { body });
    },
    onSuccess: ({ user }) => {
      storeUser(user);
      setTyped(user.account.public_profile.slug);
    },
  });
  const wanted = typed.trim().toLowerCase();
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate({ slug: wanted });
      }}
    >
      <FormErrors error={save.error} names={{ slug: 'Last part of the address' }} />
      <TextField
        label="Last part of the address"
        name="slug"
        mono
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint="2 to 40 letters, digits, hyphens or underscores."
        error={fieldErrors(save.error).slug}
      />
      <ProfileAddress slug={slug} wanted={wanted} isPublic={is_public} />
      <div className={css.actions}>
        <Button type="submit" busy={save.isPending}>
          Save address
        </Button>
        <Outcome done={save.isSuccess && wanted === slug && 'Saved. Your profile is there now.'} />
      </div>
    </form>
  );
}
