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
import { isSpent, type LinkParts, LinkTrouble } from './mail-link.tsx';
import { ResendLink } from './resend-link.tsx';

/**
 * The page that the link in the mail opens. It confirms only when a button is pressed, because programs that read mails
 * open links too.
 */
export function VerifyPage({ link }: { link: LinkParts }) {
  const api = useApi();
  const client = useQueryClient();
  const isSignedIn = useSession() !== null;
  const form = useForm({
    fields: [],
    send: async () => {
      const { email } = await api('POST /api/account/verify', { body: link });
      // The address is confirmed, whether the account can be read again or not.
      if (readSession()) await client.fetchQuery({ ...detailsQuery, staleTime: 0 }).then(keep, () => undefined);
      return email;
    },
  });
  if (isSpent(form.error)) return <Spent error={form.error} />;
  const home = isSignedIn ? <Link to="/">To your overview</Link> : <Link to="/map">To the map</Link>;
  if (form.answer !== undefined) {
    return (
      <FormFrame label="Your email" title="Confirmed" lead="From now on it lets you back in." footer={home}>
        <div className={css.form}>
          <Result kind="tip" title="This address is yours">
            <p className={css.address}>{form.answer}</p>
          </Result>
          {isSignedIn ? (
            <LinkButton to="/" variant="primary" wide>
              Go on
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
      title="Confirm your address"
      lead="One press, and this address can be used to get back into your account."
      footer={home}
    >
      <Form form={form}>
        <Submit busy={form.isPending} status="Confirming …">
          Confirm this address
        </Submit>
      </Form>
    </FormFrame>
  );
}

const keep = ({ user }: { user: Parameters<typeof storeUser>[0] }) => storeUser(user);

/** Stands in place of the button, which can't help any more. */
function Spent({ error }: { error: unknown }) {
  const isTaken = isApiError(error, 'email_taken');
  return (
    <FormFrame
      label="Your email"
      title={isApiError(error, 'link_expired') ? 'This link has expired' : 'This link does not work'}
      lead="This link has not confirmed anything."
      footer={<Link to="/map">To the map</Link>}
    >
      <LinkTrouble error={error}>
        <ResendLink isTaken={isTaken} />
      </LinkTrouble>
    </FormFrame>
  );
}
