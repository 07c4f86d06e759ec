import { useRouterState } from '@tanstack/react-router';
import type { LoginReason } from '#lib/guards.ts';
import { useSession } from '#lib/session.ts';
import { Callout } from '#ui/callout.tsx';

/** Says why the visitor is here, where that is not obvious. */
export function LoginNotice({ reason, next }: { reason: LoginReason | undefined; next: string | undefined }) {
  const isChanged = useRouterState({ select: ({ location }) => location.state.passwordChanged === true });
  const user = useSession()?.user;
  if (isChanged) {
    return (
      <Callout kind="tip" role="status" title="Your password is changed">
        All devices were logged out. Log in with the new one.
      </Callout>
    );
  }
  if (reason === 'account') {
    return (
      <Callout kind="warning" role="status" title="Your account could not be loaded">
        {user ? (
          <p>
            You are still logged in as {user.username}. <a href={next ?? '/'}>Try again</a>, or log in as somebody else.
          </p>
        ) : (
          <p>Log in to go on.</p>
        )}
      </Callout>
    );
  }
  if (reason === 'superuser') {
    return (
      <Callout kind="warning" role="status" title="That page needs a superuser">
        {user ? (
          <p>
            You are logged in as {user.username}. <a href="/">Go on to your overview</a>, or log in as somebody who is
            one.
          </p>
        ) : (
          <p>Log in as a superuser to see it.</p>
        )}
      </Callout>
    );
  }
  return null;
}
