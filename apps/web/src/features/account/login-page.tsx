import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi } from '#lib/query.ts';
import { useFeatures } from '#shell/features.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { checkLogin, refuse } from './form-check.ts';
import { FormErrors, fieldErrors } from './form-errors.tsx';
import css from './form-frame.module.css';
import { FormFrame } from './form-frame.tsx';
import { text } from './form-text.ts';
import { useEnter } from './use-enter.ts';

const names = { username: 'Username or email', password: 'Password' };

export function LoginPage({ next }: { next: string | undefined }) {
  const api = useApi();
  const { login, register } = useFeatures();
  const enter = useEnter(next);
  const signIn = useMutation({
    meta: { suppress: [400] },
    mutationFn: async (form: FormData) => {
      const body = { username: text(form, 'username'), password: text(form, 'password') };
      refuse(checkLogin(body));
      return api('POST /api/account/login', { body });
    },
    onSuccess: enter,
  });
  const errors = fieldErrors(signIn.error);
  return (
    <FormFrame
      label="Welcome back"
      title="Log in"
      lead="Your hexes are where you left them."
      footer={
        register && (
          <>
            New here?{' '}
            <Link to="/signup" search={next ? { next } : {}}>
              Create an account
            </Link>
          </>
        )
      }
    >
      {!login && (
        <Callout kind="warning">Logging in is switched off at the moment. The map and the lessons stay open.</Callout>
      )}
      <form
        className={css.form}
        noValidate
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          if (!signIn.isPending) signIn.mutate(new FormData(event.currentTarget));
        }}
      >
        <FormErrors error={signIn.error} names={names} />
        <TextField
          label={names.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errors.username}
        />
        <PasswordField
          label={names.password}
          name="password"
          autoComplete="current-password"
          required
          error={errors.password}
        />
        <Button type="submit" variant="primary" wide busy={signIn.isPending} disabled={!login}>
          Log in
        </Button>
      </form>
    </FormFrame>
  );
}
