import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '#lib/query.ts';
import { useFeatures } from '#shell/features.ts';
import { Callout } from '#ui/callout.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { emailProblem, inviteCodeProblem, newPasswordProblem, usernameProblem } from '../checks.ts';
import css from '../form-frame.module.css';
import { FormFrame, Submit } from '../form-frame.tsx';
import { useProof } from '../proof-of-work.ts';
import { ProviderButton } from '../provider/provider-button.tsx';
import { useEnter } from '../use-enter.ts';

export function SignupPage({ next }: { next: string | undefined }) {
  const api = useApi();
  const { register, invite_only, mail } = useFeatures();
  const enter = useEnter(next);
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
          : `This site sends no mail. Ask whoever runs it for the link that confirms ${pending_email}.`,
      );
    },
  });
  return (
    <FormFrame
      label="Join the expedition"
      title="Create account"
      lead="It keeps your progress, your flags and your place on the map."
      footer={
        <>
          Already have one?{' '}
          <Link to="/login" search={next ? { next } : {}}>
            Log in
          </Link>
        </>
      }
    >
      {!register && (
        <Callout className={css.notice ?? ''} kind="warning">
          New accounts are switched off at the moment. The map and the lessons stay open.
        </Callout>
      )}
      <Form form={form}>
        {invite_only && <InviteField required error={form.problems.invite_code} />}
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint="Everybody can see it. Letters, digits, hyphens and underscores."
          error={form.problems.username}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          optional
          hint="Only for getting back in if you forget your password."
          error={form.problems.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          hint="At least 10 characters. A few words in a row are fine."
          error={form.problems.password}
        />
        {!invite_only && <InviteField error={form.problems.invite_code} />}
        <Submit busy={form.isPending} status={proof.status ?? 'Creating your account …'} disabled={!register}>
          Create account
        </Submit>
      </Form>
      {register && (
        <div className={css.ways}>
          <ProviderButton next={next} />
        </div>
      )}
    </FormFrame>
  );
}

/** The field stands open where a code is needed; elsewhere it is folded away, and those who have a code open it. */
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
      hint={required ? 'You need an invitation to sign up here. The code is in it.' : undefined}
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
