import { Link, useNavigate } from '@tanstack/react-router';
import { isApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { forgetSession, readSession } from '#lib/session.ts';
import { Form, useForm } from '#ui/form.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { newPasswordProblem } from '../checks.ts';
import { FormFrame, Submit } from '../form-frame.tsx';
import { isSpent, type LinkParts, LinkTrouble } from '../mail-links/mail-link.tsx';
import { useProof } from '../proof-of-work.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Tells the log-in page to say so. It is not a search parameter, because anybody could put one into a link. */
    passwordChanged?: true;
  }
}

/** The page that the link in the mail opens. */
export function ResetPage({ link }: { link: LinkParts }) {
  const api = useApi();
  const navigate = useNavigate();
  const proof = useProof('/api/account/reset');
  const form = useForm({
    fields: ['password'],
    check: ({ password }) => ({ password: newPasswordProblem(password) }),
    send: async ({ password }) => api('POST /api/account/reset', { body: { ...link, password } }, await proof.make()),
    onSuccess: () => {
      // The server has ended all sessions of this account, this one too.
      if (readSession()?.user.pk === link.user_id) forgetSession('session_expired');
      return navigate({ to: '/login', state: { passwordChanged: true }, replace: true });
    },
  });
  if (isSpent(form.error)) return <Spent error={form.error} />;
  return (
    <FormFrame
      label="Back in"
      title="Set a new password"
      lead="Every device that is logged in to your account will be logged out."
      footer={<Link to="/login">To the log-in page</Link>}
    >
      <Form form={form}>
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          hint="At least 10 characters. A few words in a row are fine."
          error={form.problems.password}
        />
        <Submit busy={form.isPending} status={proof.status ?? 'Changing it …'}>
          Set the new password
        </Submit>
      </Form>
    </FormFrame>
  );
}

/** Stands in place of the form, because the link takes no password any more. */
const Spent = ({ error }: { error: unknown }) => (
  <FormFrame
    label="Back in"
    title={isApiError(error, 'link_expired') ? 'This link has expired' : 'This link does not work'}
    lead="Your password has not changed."
    footer={<Link to="/login">To the log-in page</Link>}
  >
    <LinkTrouble error={error}>
      <LinkButton to="/password-reset" variant="primary" wide>
        Ask for a new link
      </LinkButton>
    </LinkTrouble>
  </FormFrame>
);
