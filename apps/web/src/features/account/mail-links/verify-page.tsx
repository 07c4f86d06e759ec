import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isApiError } from '#lib/api-error.ts';
import { detailsQuery } from '#lib/guards.ts';
import { useApi } from '#lib/query.ts';
import { readSession, storeUser, useSession } from '#lib/session.ts';
import { Form, useForm } from '#ui/form.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import css from '../form-frame.module.css';
import { FormFrame, Result, Submit } from '../form-frame.tsx';
import { isUnusableLink, LinkErrorNotice, type LinkParts } from './mail-link.tsx';
import { ResendLink } from './resend-link.tsx';

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
