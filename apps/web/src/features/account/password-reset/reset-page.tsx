import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { isApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { forgetSession, readSession } from '#lib/session.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { checkNewPassword, refuse } from '../checks.ts';
import { FormErrors, fieldErrors } from '../form-errors.tsx';
import css from '../form-frame.module.css';
import { FormFrame } from '../form-frame.tsx';
import { text } from '../form-text.ts';
import type { LinkParts } from '../mail-links/link-parts.ts';
import { isSpent, LinkTrouble } from '../mail-links/mail-link.tsx';
import { Submit } from '../submit.tsx';
import { useProof } from '../use-proof.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For the log-in page: it says so. Not a search parameter, which anybody could put into a link. */
    passwordChanged?: true;
  }
}

const names = { password: 'New password' };

/** What the link in the mail opens. */
export function ResetPage({ link }: { link: LinkParts }) {
  const api = useApi();
  const navigate = useNavigate();
  const proof = useProof('/api/account/reset');
  const change = useMutation({
    meta: { suppress: [400, 429] },
    mutationFn: async (form: FormData) => {
      const password = text(form, 'password');
      refuse(checkNewPassword(password));
      await api('POST /api/account/reset', { body: { ...link, password } }, await proof.make());
    },
    onSuccess: () => {
      // The server has ended all sessions of this account, this one too.
      if (readSession()?.user.pk === link.user_id) forgetSession('session_expired');
      return navigate({ to: '/login', state: { passwordChanged: true }, replace: true });
    },
  });
  if (isSpent(change.error)) return <Spent error={change.error} />;
  return (
    <FormFrame
      label="Back in"
      title="Set a new password"
      lead="Every device that is logged in to your account will be logged out."
      footer={<Link to="/login">To the log-in page</Link>}
    >
      <form
        className={css.form}
        noValidate
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          if (!change.isPending) change.mutate(new FormData(event.currentTarget));
        }}
      >
        <FormErrors error={change.error} names={names} />
        <PasswordField
          label={names.password}
          name="password"
          autoComplete="new-password"
          required
          hint="At least 10 characters. A few words in a row are fine."
          error={fieldErrors(change.error).password}
        />
        <Submit busy={change.isPending} isChecking={proof.isChecking} state="Changing it …">
          Set the new password
        </Submit>
      </form>
    </FormFrame>
  );
}

/** In place of the form, for no password will do any more. */
const Spent = ({ error }: { error: unknown }) => (
  <FormFrame
    label="Back in"
    title={isApiError(error, 'link_expired') ? 'This link has expired' : 'This link does not work'}
    lead="Your password is as it was."
    footer={<Link to="/login">To the log-in page</Link>}
  >
    <LinkTrouble error={error}>
      <LinkButton to="/password-reset" variant="primary" wide>
        Ask for a new link
      </LinkButton>
    </LinkTrouble>
  </FormFrame>
);
