import type { User } from '@hexpedition/contract';
import { useFeatures } from '#entities/site/use-features.ts';
import { Button } from '#ui/button.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { AskForLink } from '../../ask-for-link.tsx';
import { emailProblem } from '../../field-checks.ts';
import { EmailState } from './email-state.tsx';
import { useConfirmedChange } from './use-confirmed-change.tsx';

const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase();

export function EmailForm({
  user: { email: current, pending_email },
}: {
  user: Pick<User, 'email' | 'pending_email'>;
}) {
  const { confirm, dialog } = useConfirmedChange('email');
  const { mail } = useFeatures();
  const form = useForm({
    fields: ['email'],
    check: ({ email }) => ({ email: emailProblem(email) ?? sameEmailProblem(email) }),
    ask: ({ email }) =>
      confirm({ body: { email }, ...(isSame(current, email) ? keepDialog(email) : changeDialog(email)) }),
    // The dialog has already sent the change.
    send: async ({ email }) =>
      isSame(current, email)
        ? `Saved. ${email} is still your email.`
        : mail
          ? `Saved. Open the link in the mail to ${email} to confirm it.`
          : `Saved. Ask the site’s operator for the link to confirm ${email}.`,
  });
  const sameEmailProblem = (wanted: string) => {
    if (isSame(pending_email, wanted)) return 'This email is already waiting for confirmation.';
    return isSame(current, wanted) && !pending_email ? 'This is already your email.' : undefined;
  };
  const changeDialog = (wanted: string) => ({
    title: 'Change your email?',
    text: (
      <>
        {mail ? (
          <>
            We send a link to <strong>{wanted}</strong>.
          </>
        ) : (
          <AskForLink to={`to confirm ${wanted}`} />
        )}{' '}
        The new email becomes active when you open the link
        {current && <>; until then {current} stays active</>}.
      </>
    ),
  });
  const keepDialog = (wanted: string) => ({
    title: 'Keep your old email?',
    text: (
      <>
        <strong>{wanted}</strong> stays your email, and the link {mail ? 'in the mail to' : 'for'} {pending_email} stops
        working.
      </>
    ),
  });
  return (
    <>
      <Form form={form}>
        <TextField
          key={`${current} ${pending_email}`}
          label="Email"
          name="email"
          type="email"
          defaultValue={pending_email ?? current ?? ''}
          autoComplete="email"
          required
          hint={`${mail ? 'Used for password resets and mails about your account' : 'Used for password resets'}. Not visible to others.`}
          error={form.problems.email}
        />
        <EmailState email={current} pending={pending_email} onKeep={(email) => form.submitValues({ email })} />
        <FormActions done={form.answer}>
          <Button type="submit">Save email</Button>
        </FormActions>
      </Form>
      {dialog}
    </>
  );
}
