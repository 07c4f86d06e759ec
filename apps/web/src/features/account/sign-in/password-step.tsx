import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFeatures } from '#shell/features.ts';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { checkLogin, refuse } from '../checks.ts';
import { FormErrors, fieldErrors } from '../form-errors.tsx';
import css from '../form-frame.module.css';
import { text } from '../form-text.ts';
import { Submit } from '../submit.tsx';
import type { useLogin } from './use-login.ts';

const names = { username: 'Username or email', password: 'Password' };

interface Props {
  login: ReturnType<typeof useLogin>;
  /** What was entered before. */
  username: string;
}

export function PasswordStep({ login, username }: Props) {
  const features = useFeatures();
  // Found wrong before anything is sent.
  const check = useMutation({
    meta: { suppress: [400] },
    mutationFn: async (form: FormData) => {
      const pair = { username: text(form, 'username'), password: text(form, 'password') };
      refuse(checkLogin(pair));
      login.logIn(pair);
    },
  });
  const error = check.error ?? login.error;
  const errors = fieldErrors(error);
  return (
    <form
      className={css.form}
      noValidate
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (!login.isPending) check.mutate(new FormData(event.currentTarget));
      }}
    >
      <FormErrors error={error} names={names} />
      <TextField
        label={names.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={username}
        error={errors.username}
      />
      <PasswordField
        label={names.password}
        name="password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
      <Submit busy={login.isPending} isChecking={login.isChecking} disabled={!features.login}>
        Log in
      </Submit>
      <p className={css.aside}>
        <Link to="/password-reset">Forgot password?</Link>
      </p>
    </form>
  );
}
