import type { SignedIn } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { Link, useHydrated, useRouterState } from '@tanstack/react-router';
import { useFeatures } from '#entities/site/use-features.ts';
import { messageOf } from '#lib/api-error.ts';
import type { LoginReason } from '#lib/guards.ts';
import { useApi } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../form-frame.module.css';
import { FormFrame, Submit } from '../form-frame.tsx';
import { ProviderButton } from '../provider/provider-button.tsx';
import type { LoginOutcome } from '../provider/provider-outcome.ts';
import { ProviderReturn } from '../provider/provider-return.tsx';
import { passkeysSupported, signInWithPasskey } from '../security/passkeys/passkey-device.ts';
import { useRedirectAfterLogin } from '../use-redirect-after-login.ts';
import { CodeStep } from './code-step.tsx';
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
  const isChanged = useRouterState({ select: ({ location }) => location.state.passwordChanged !== undefined });
  const enter = useRedirectAfterLogin(next, reason !== undefined || isChanged);
  const loginKey = useLoginKey();
  const login = useLogin(enter, loginKey);
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
          {loginKey
            ? 'Logging in is turned off at the moment. Superusers can log in here.'
            : 'Logging in is turned off at the moment. You can still read the map and the lessons.'}
        </Callout>
      )}
      <PasswordStep login={login} next={next} isOpen={features.login || loginKey !== undefined} />
      {features.login && <AlternativeLogins next={next} onSignedIn={enter} />}
    </FormFrame>
  );
}

/**
 * Returns the key of the superusers' log-in link: `#key=…`. The server and analytics never see this part of an address.
 */
function useLoginKey(): string | undefined {
  const hydrated = useHydrated();
  const hash = useRouterState({ select: ({ location }) => location.hash });
  return (hydrated && new URLSearchParams(hash).get('key')) || undefined;
}

/** Explains why the visitor was sent to the log-in page. */
function LoginNotice({ reason, next }: { reason: LoginReason | undefined; next: string | undefined }) {
  const changed = useRouterState({ select: ({ location }) => location.state.passwordChanged });
  const user = useSession()?.user;
  if (changed === 'first') {
    return (
      <Callout kind="tip" role="status" title="Your password is set">
        Log in with it.
      </Callout>
    );
  }
  if (changed) {
    return (
      <Callout kind="tip" role="status" title="Your password was changed">
        All devices were logged out. Log in with your new password.
      </Callout>
    );
  }
  if (reason === 'account') {
    return (
      <Callout kind="warning" role="status" title="Your account could not be loaded">
        {user ? (
          <p>
            You are still logged in as {user.username}. <a href={next ?? '/'}>Try again</a>, or log in as another user.
          </p>
        ) : (
          <p>Log in to continue.</p>
        )}
      </Callout>
    );
  }
  if (reason === 'superuser') {
    return (
      <Callout kind="warning" role="status" title="Only superusers can open that page">
        {user ? (
          <p>
            You are logged in as {user.username}. <a href="/">Go to your overview</a>, or log in as a superuser.
          </p>
        ) : (
          <p>Log in as a superuser to open it.</p>
        )}
      </Callout>
    );
  }
  return null;
}

/** Log-in methods without a password. */
function AlternativeLogins({ next, onSignedIn }: { next: string | undefined; onSignedIn: (answer: SignedIn) => void }) {
  // Rendered on the server too, because nearly every browser supports passkeys; the button then does not pop in.
  const hydrated = useHydrated();
  return (
    <div className={css.ways}>
      {(!hydrated || passkeysSupported()) && <PasskeyButton onSignedIn={onSignedIn} />}
      <ProviderButton next={next} />
    </div>
  );
}

function PasskeyButton({ onSignedIn }: { onSignedIn: (answer: SignedIn) => void }) {
  const api = useApi();
  const signIn = useMutation({
    meta: { suppress: [0, 400, 401, 429] },
    mutationFn: () => signInWithPasskey(api),
    onSuccess: (answer) => {
      // Null: the visitor cancelled, which needs no message.
      if (answer) onSignedIn(answer);
    },
  });
  return (
    <>
      {signIn.error && <Callout kind="danger" role="alert" title={messageOf(signIn.error)} />}
      <Button icon="key" wide busy={signIn.isPending} onClick={() => signIn.mutate()}>
        Log in with a passkey
      </Button>
    </>
  );
}

interface PasswordStepProps {
  login: ReturnType<typeof useLogin>;
  isOpen: boolean;
  next: string | undefined;
}

function PasswordStep({ login, isOpen, next }: PasswordStepProps) {
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
        <Link to="/password-reset" search={next ? { next } : {}}>
          Forgot password?
        </Link>
      </p>
    </Form>
  );
}
