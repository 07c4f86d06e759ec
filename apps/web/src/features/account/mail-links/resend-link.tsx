import { useFeatures } from '#entities/site/use-features.ts';
import { problemText } from '#lib/problem-text.ts';
import { useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { AskForLink } from '../ask-for-link.tsx';
import css from '../form-frame.module.css';
import { Result } from '../form-frame.tsx';
import { useResend } from './use-resend.ts';

/** Offers a new confirmation link. Visitors who are not logged in get a log-in button instead. */
export function ResendLink({ isTaken }: { isTaken: boolean }) {
  const user = useSession()?.user;
  const resend = useResend();
  const { mail } = useFeatures();
  if (!user) {
    return (
      <LinkButton to="/login" search={{ next: '/account' }} variant="primary" wide>
        {mail ? 'Log in to get a new link' : 'Log in to request a new link'}
      </LinkButton>
    );
  }
  if (isTaken || !user.pending_email) {
    return (
      <>
        {user.email && !isTaken && (
          <p>
            You are logged in as {user.username}, and your address <strong className={css.address}>{user.email}</strong>{' '}
            is already confirmed.
          </p>
        )}
        <LinkButton to="/account" variant="primary" wide>
          Go to your account
        </LinkButton>
      </>
    );
  }
  if (resend.isSuccess) {
    return (
      <Result kind="tip" title={mail ? 'A new link is on its way' : 'A new link is ready'}>
        <p className={css.address}>{user.pending_email}</p>
        {!mail && (
          <p>
            <AskForLink to="to confirm it" />
          </p>
        )}
      </Result>
    );
  }
  return (
    <div>
      {resend.error && <Callout kind="danger" role="alert" title={problemText(resend.error)} />}
      <p className={css.before}>
        You are logged in as {user.username}. The address to confirm is{' '}
        <strong className={css.address}>{user.pending_email}</strong>.
      </p>
      <Button variant="primary" wide busy={resend.isPending} onClick={() => resend.mutate()}>
        {mail ? 'Send a new link' : 'Request a new link'}
      </Button>
      <output className={css.state}>{resend.status}</output>
    </div>
  );
}
