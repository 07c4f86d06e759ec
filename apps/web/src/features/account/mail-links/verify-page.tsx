import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFeatures } from '#entities/site/use-features.ts';
import { isApiError } from '#lib/api-error.ts';
import { detailsQuery } from '#lib/guards.ts';
import { problemText } from '#lib/problem-text.ts';
import { useApi } from '#lib/query.ts';
import { readSession, storeUser, useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { AskForLink } from '../ask-for-link.tsx';
import css from '../form-frame.module.css';
import { FormFrame, Result, Submit } from '../form-frame.tsx';
import { isUnusableLink, LinkErrorNotice, type LinkParts } from './mail-link.tsx';
import { useResend } from './use-resend.ts';

/**
 * Page behind the link in the confirmation mail. It confirms only on a button press, because mail scanners open links
 * too.
 */
export function VerifyPage({ link }: { link: LinkParts }) {
  const api = useApi();
  const client = useQueryClient();
  const isSignedIn = useSession() !== null;
  const form = useForm({
    fields: [],
    send: async () => {
      const { email } = await api('POST /api/account/verify', { body: link });
      // The email is confirmed even if reloading the account fails.
      if (readSession()) await client.fetchQuery({ ...detailsQuery, staleTime: 0 }).then(keep, () => undefined);
      return email;
    },
  });
  if (isUnusableLink(form.error)) return <UnusableLink error={form.error} />;
  const home = isSignedIn ? <Link to="/">Go to your overview</Link> : <Link to="/map">Go to the map</Link>;
  if (form.answer !== undefined) {
    return (
      <FormFrame
        label="Your email"
        title="Email confirmed"
        lead="You can now use it to reset your password."
        footer={home}
      >
        <div className={css.form}>
          <Result kind="tip" title="Confirmed address">
            <p className={css.address}>{form.answer}</p>
          </Result>
          {isSignedIn ? (
            <LinkButton to="/" variant="primary" wide>
              Continue
            </LinkButton>
          ) : (
            <LinkButton to="/login" variant="primary" wide>
              Log in
            </LinkButton>
          )}
        </div>
      </FormFrame>
    );
  }
  return (
    <FormFrame
      label="Your email"
      title="Confirm your email"
      lead="After that you can use it to reset your password."
      footer={home}
    >
      <Form form={form}>
        <Submit busy={form.isPending} status="Confirming …">
          Confirm email
        </Submit>
      </Form>
    </FormFrame>
  );
}

const keep = ({ user }: { user: Parameters<typeof storeUser>[0] }) => storeUser(user);

/** Replaces the form when the link cannot be used. */
function UnusableLink({ error }: { error: unknown }) {
  const isTaken = isApiError(error, 'email_taken');
  return (
    <FormFrame
      label="Your email"
      title={isApiError(error, 'link_expired') ? 'This link has expired' : 'This link does not work'}
      lead="Your email is not confirmed yet."
      footer={<Link to="/map">Go to the map</Link>}
    >
      <LinkErrorNotice error={error}>
        <ResendLink isTaken={isTaken} />
      </LinkErrorNotice>
    </FormFrame>
  );
}

/** Offers a new confirmation link. Visitors who are not logged in get a log-in button instead. */
function ResendLink({ isTaken }: { isTaken: boolean }) {
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
