import { Link, useHydrated, useRouterState } from '@tanstack/react-router';
import { useFeatures } from '#entities/site/use-features.ts';
import type { LoginReason } from '#lib/guards.ts';
import { Callout } from '#ui/callout.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../form-frame.module.css';
import { FormFrame, Submit } from '../form-frame.tsx';
import type { LoginOutcome } from '../provider/provider-outcome.ts';
import { ProviderReturn } from '../provider/provider-return.tsx';
import { useRedirectAfterLogin } from '../use-redirect-after-login.ts';
import { AlternativeLogins } from './alternative-logins.tsx';
import { CodeStep } from './code-step.tsx';
import { LoginNotice } from './login-notice.tsx';
import { useLogin } from './use-login.ts';

interface Props {
  next: string | undefined;
  reason: LoginReason | undefined;
  /** Result of the provider redirect. */
  outcome: LoginOutcome | undefined;
}

export function LoginPage({ next, reason, outcome }: Props) {
  const features = useFeatures();
  const hydrated = useHydrated();
  const isChanged = useRouterState({ select: ({ location }) => location.state.passwordChanged === true });
  const enter = useRedirectAfterLogin(next, reason !== undefined || isChanged);
  const login = useLogin(enter);
  if (login.first) {
    return (
      <FormFrame
        label="Welcome back"
        title="Two-factor authentication"
        lead={`Your password is correct, ${login.first.username}. One step left.`}
        footer={null}
      >
        <CodeStep login={login} first={login.first} />
      </FormFrame>
    );
  }
  return (
    <FormFrame
      label="Welcome back"
      title="Log in"
      lead="Continue where you left off."
      footer={
        features.register && (
          <>
            New here?{' '}
            <Link to="/signup" search={next ? { next } : {}}>
              Create an account
            </Link>
          </>
        )
      }
    >
      {hydrated && (
        <div className={css.notice}>
          <LoginNotice reason={reason} next={next} />
          <ProviderReturn outcome={outcome} />
        </div>
      )}
      {!features.login && (
        <Callout className={css.notice ?? ''} kind="warning">
          Logging in is turned off at the moment. You can still read the map and the lessons.
        </Callout>
      )}
      <PasswordStep login={login} isOpen={features.login} />
      {features.login && <AlternativeLogins next={next} onSignedIn={enter} />}
    </FormFrame>
  );
}

function PasswordStep({ login, isOpen }: { login: ReturnType<typeof useLogin>; isOpen: boolean }) {
  const form = useForm({
    fields: ['username', 'password'],
    check: ({ username, password }) => ({
      username: username === '' ? 'Enter your username or email.' : undefined,
      password: password === '' ? 'Enter your password.' : undefined,
    }),
    send: login.logIn,
  });
  return (
    <Form form={form}>
      <TextField
        label="Username or email"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={login.lastName}
        error={form.problems.username}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={form.problems.password}
      />
      <Submit busy={form.isPending} status={login.status} disabled={!isOpen}>
        Log in
      </Submit>
      <p className={css.aside}>
        <Link to="/password-reset">Forgot password?</Link>
      </p>
    </Form>
  );
}
