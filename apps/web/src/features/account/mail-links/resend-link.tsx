import { problemText } from '#lib/problem-text.ts';
import { useSession } from '#lib/session.ts';
import { useFeatures } from '#shell/features.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import css from '../form-frame.module.css';
import { Result } from '../form-frame.tsx';
import { AskForLink } from '../no-mail.tsx';
import { useResend } from './use-resend.ts';

/** Offers a new link in place of one that does not work, where it is known whom to send it to. */
export function ResendLink({ isTaken }: { isTaken: boolean }) {
  const user = useSession()?.user;
  const resend = useResend();
  const { mail } = useFeatures();
  if (!user) {
    return (
      <LinkButton to="/login" search={{ next: '/account' }} variant="primary" wide>
        {mail ? 'Log in to have a new one sent' : 'Log in to ask for a new one'}
      </LinkButton>
    );
  }
  if (isTaken || !user.pending_email) {
    return (
      <>
        {user.email && !isTaken && (
          <p>
            You are logged in as {user.username}, whose address <strong className={css.address}>{user.email}</strong> is
            confirmed already.
          </p>
        )}
        <LinkButton to="/account" variant="primary" wide>
          Look at your account
        </LinkButton>
      </>
    );
  }
  if (resend.isSuccess) {
    return (
      <Result kind="tip" title={mail ? 'A new link is on its way' : 'There is a new link'}>
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
        {mail ? 'Send a new link' : 'Ask for a new link'}
      </Button>
      <output className={css.state}>{resend.status}</output>
    </div>
  );
}
