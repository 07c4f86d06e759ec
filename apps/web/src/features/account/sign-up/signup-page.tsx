import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFeatures } from '#entities/site/use-features.ts';
import { useApi } from '#lib/query.ts';
import { Form, useForm } from '#ui/form.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { emailProblem, inviteCodeProblem, newPasswordProblem, usernameProblem } from '../field-checks.ts';
import css from '../form-frame.module.css';
import { FormFrame, Submit } from '../form-frame.tsx';
import { useProof } from '../proof-of-work.ts';
import { ProviderButton } from '../provider/provider-button.tsx';
import { useRedirectAfterLogin } from '../use-redirect-after-login.ts';

/** Sign-up form, or what to do instead while sign-up is closed. */
export function SignupPage({ next }: { next: string | undefined }) {
  const { register } = useFeatures();
  return register ? <SignupForm next={next} /> : <SignupClosed next={next} />;
}

function SignupClosed({ next }: { next: string | undefined }) {
  const { login } = useFeatures();
  // A visitor who has logged in, for example in another tab, continues.
  useRedirectAfterLogin(next);
  return (
    <FormFrame
      label="No new accounts"
      title="Sign-up is closed"
      lead="You cannot create an account here at the moment. Ask the operator of this site for one."
      hasForm={false}
      footer="You can read the map and the lessons without an account."
    >
      <div className={css.choices}>
        {login && (
          <LinkButton to="/login" search={next ? { next } : {}} variant="primary" wide>
            Log in
          </LinkButton>
        )}
        <LinkButton to="/map" variant={login ? 'secondary' : 'primary'} wide>
          Open the map
        </LinkButton>
      </div>
    </FormFrame>
  );
}

function SignupForm({ next }: { next: string | undefined }) {
  const api = useApi();
  const { invite_only, mail } = useFeatures();
  const enter = useRedirectAfterLogin(next);
  const proof = useProof('/api/account/signup');
  const form = useForm({
    fields: ['username', 'email', 'password', 'invite_code'],
    check: ({ username, email, password, invite_code }) => ({
      username: usernameProblem(username),
      email: email === '' ? undefined : emailProblem(email),
      password: newPasswordProblem(password),
      invite_code:
        invite_only && invite_code === '' ? 'Enter the code from your invitation.' : inviteCodeProblem(invite_code),
    }),
    send: async (body) => api('POST /api/account/signup', { body }, await proof.make()),
    onSuccess: (answer) => {
      enter(answer);
      const { pending_email } = answer.user;
      if (!pending_email) return;
      toast(
        mail
          ? `A link to confirm ${pending_email} is on its way.`
          : `This site sends no mail. Ask its operator for the link to confirm ${pending_email}.`,
      );
    },
  });
  return (
    <FormFrame
      label="Join the expedition"
      title="Create account"
      lead="Save your progress, your flags and your place on the map."
      footer={
        <>
          Already have one?{' '}
          <Link to="/login" search={next ? { next } : {}}>
            Log in
          </Link>
        </>
      }
    >
      <Form form={form}>
        {invite_only && <InviteField required error={form.problems.invite_code} />}
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint="Visible to everyone. Letters, digits, hyphens and underscores."
          error={form.problems.username}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          optional
          hint="Used for password resets and mails about your account."
          error={form.problems.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          hint="At least 10 characters. Several words in a row work well."
          error={form.problems.password}
        />
        {!invite_only && <InviteField error={form.problems.invite_code} />}
        <Submit busy={form.isPending} status={proof.status ?? 'Creating your account …'}>
          Create account
        </Submit>
      </Form>
      <div className={css.ways}>
        <ProviderButton next={next} />
      </div>
    </FormFrame>
  );
}

/** The invitation code field: open if a code is required, otherwise collapsed behind a summary. */
function InviteField({ required = false, error }: { required?: boolean; error: string | undefined }) {
  const [open, setOpen] = useState(false);
  const field = (
    <TextField
      label="Invitation code"
      name="invite_code"
      mono
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required={required}
      maxLength={120}
      hint={required ? 'You need an invitation to sign up. Enter the code from it.' : undefined}
      error={error}
    />
  );
  if (required) return field;
  return (
    <details
      className={css.invite}
      open={open || error !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>I have an invitation code</summary>
      {field}
    </details>
  );
}
