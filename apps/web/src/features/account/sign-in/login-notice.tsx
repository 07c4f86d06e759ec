import { useRouterState } from '@tanstack/react-router';
import type { LoginReason } from '#lib/guards.ts';
import { useSession } from '#lib/session.ts';
import { Callout } from '#ui/callout.tsx';

/** Explains why the visitor was sent to the log-in page. */
export function LoginNotice({ reason, next }: { reason: LoginReason | undefined; next: string | undefined }) {
  const isChanged = useRouterState({ select: ({ location }) => location.state.passwordChanged === true });
  const user = useSession()?.user;
  if (isChanged) {
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
