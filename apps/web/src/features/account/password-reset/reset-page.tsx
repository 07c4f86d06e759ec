import { Link, useHydrated, useNavigate, useRouterState } from '@tanstack/react-router';
import { isApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { clearSession, readSession } from '#lib/session.ts';
import { Form, useForm } from '#ui/form.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { newPasswordProblem } from '../field-checks.ts';
import { FormFrame, Submit } from '../form-frame.tsx';
import { isUnusableLink, LinkErrorNotice, type LinkParts } from '../mail-links/mail-link.tsx';
import { useProof } from '../proof-of-work.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Makes the log-in page confirm the change. Not a search parameter, because anyone could put that into a link. */
    passwordChanged?: true | 'first';
  }
}

/** Page behind the link in the password reset mail. */
export function ResetPage({ link }: { link: LinkParts }) {
  const api = useApi();
  const navigate = useNavigate();
  const proof = useProof('/api/account/reset');
  const isFirst = useIsFirstPassword();
  const form = useForm({
    fields: ['password'],
    check: ({ password }) => ({ password: newPasswordProblem(password) }),
    send: async ({ password }) => api('POST /api/account/reset', { body: { ...link, password } }, await proof.make()),
    onSuccess: () => {
      // The server has ended all sessions of this account, including this one.
      if (readSession()?.user.pk === link.user_id) clearSession('session_expired');
      return navigate({ to: '/login', state: { passwordChanged: isFirst ? 'first' : true }, replace: true });
    },
  });
  if (isUnusableLink(form.error)) return <UnusableLink error={form.error} />;
  return (
    <FormFrame
      label={isFirst ? 'Your new account' : 'Password reset'}
      title={isFirst ? 'Choose a password' : 'Set a new password'}
      lead={isFirst ? 'Then log in with it.' : 'This logs out every device that is logged in to your account.'}
      footer={<Link to="/login">Back to login</Link>}
    >
      <Form form={form}>
        <PasswordField
          label={isFirst ? 'Password' : 'New password'}
          name="password"
          autoComplete="new-password"
          required
          hint="At least 10 characters. Several words in a row work well."
          error={form.problems.password}
        />
        <Submit busy={form.isPending} status={proof.status ?? 'Changing your password …'}>
          {isFirst ? 'Set password' : 'Set new password'}
        </Submit>
      </Form>
    </FormFrame>
  );
}

/** Whether the link is for a new account, which has no password yet: `#new`. */
function useIsFirstPassword(): boolean {
  const hydrated = useHydrated();
  const hash = useRouterState({ select: ({ location }) => location.hash });
  return hydrated && hash === 'new';
}

/** Replaces the form when the link cannot be used. */
const UnusableLink = ({ error }: { error: unknown }) => (
  <FormFrame
    label="Password reset"
    title={isApiError(error, 'link_expired') ? 'This link has expired' : 'This link does not work'}
    lead="Your password has not changed."
    footer={<Link to="/login">Back to login</Link>}
  >
    <LinkErrorNotice error={error}>
      <LinkButton to="/password-reset" variant="primary" wide>
        Request a new link
      </LinkButton>
    </LinkErrorNotice>
  </FormFrame>
);
