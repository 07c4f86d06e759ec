import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '#lib/query.ts';
import { useFeatures } from '#shell/features.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { checkSignup, refuse } from './form-check.ts';
import { FormErrors, fieldErrors } from './form-errors.tsx';
import css from './form-frame.module.css';
import { FormFrame } from './form-frame.tsx';
import { text } from './form-text.ts';
import { proveWork } from './proof-of-work.ts';
import { useEnter } from './use-enter.ts';

const names = { username: 'Username', email: 'Email', password: 'Password' };

const stateText = { idle: '', checking: 'Checking that you are not a robot …', sending: 'Creating your account …' };

export function SignupPage({ next }: { next: string | undefined }) {
  const api = useApi();
  const { register } = useFeatures();
  const enter = useEnter(next);
  const [state, setState] = useState<keyof typeof stateText>('idle');
  const signUp = useMutation({
    meta: { suppress: [400] },
    mutationFn: async (form: FormData) => {
      const body = { username: text(form, 'username'), email: text(form, 'email'), password: text(form, 'password') };
      refuse(checkSignup(body));
      setState('checking');
      const proof = await proveWork(api, '/api/account/signup');
      setState('sending');
      return api('POST /api/account/signup', { body }, { headers: { 'x-pow': proof } });
    },
    onSuccess: enter,
    onSettled: () => setState('idle'),
  });
  const errors = fieldErrors(signUp.error);
  return (
    <FormFrame
      label="Join the expedition"
      title="Create account"
      lead="It keeps your progress, your flags and your place on the map."
      footer={
        <>
          Already have one?{' '}
          <Link to="/login" search={next ? { next } : {}}>
            Log in
          </Link>
        </>
      }
    >
      {!register && (
        <Callout kind="warning">
          New accounts are switched off at the moment. The map and the lessons stay open.
        </Callout>
      )}
      <form
        className={css.form}
        noValidate
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          if (!signUp.isPending) signUp.mutate(new FormData(event.currentTarget));
        }}
      >
        <FormErrors error={signUp.error} names={names} />
        <TextField
          label={names.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint="Everybody can see it. Letters, digits, hyphens and underscores."
          error={errors.username}
        />
        <TextField
          label={names.email}
          name="email"
          type="email"
          autoComplete="email"
          optional
          hint="Only for getting back in if you forget your password."
          error={errors.email}
        />
        <PasswordField
          label={names.password}
          name="password"
          autoComplete="new-password"
          required
          hint="At least 10 characters. A few words in a row are fine."
          error={errors.password}
        />
        <div>
          <Button type="submit" variant="primary" wide busy={signUp.isPending} disabled={!register}>
            Create account
          </Button>
          <output className={css.state}>{stateText[state]}</output>
        </div>
      </form>
    </FormFrame>
  );
}
