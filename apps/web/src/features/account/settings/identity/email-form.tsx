import type { User } from '@hexpedition/contract';
import { useFeatures } from '#shell/features.ts';
import { Button } from '#ui/button.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { emailProblem } from '../../checks.ts';
import { AskForLink } from '../../no-mail.tsx';
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
    check: ({ email }) => ({ email: emailProblem(email) ?? alreadyText(email) }),
    ask: ({ email }) =>
      confirm({ body: { email }, ...(isSame(current, email) ? keepWords(email) : changeWords(email)) }),
    // The dialog has made the change.
    send: async ({ email }) =>
      isSame(current, email)
        ? `Saved. ${email} stays your address.`
        : mail
          ? `Saved. Now open the link in the mail to ${email}.`
          : `Saved. Now ask for the link that confirms ${email}.`,
  });
  const alreadyText = (wanted: string) => {
    if (isSame(pending_email, wanted)) return 'This address is waiting for its confirmation already.';
    return isSame(current, wanted) && !pending_email ? 'This is your address already.' : undefined;
  };
  const changeWords = (wanted: string) => ({
    title: 'Change your email?',
    text: (
      <>
        {mail ? (
          <>
            A link goes to <strong>{wanted}</strong>.
          </>
        ) : (
          <AskForLink to={`to confirm ${wanted}`} />
        )}{' '}
        The new address counts once you have opened it
        {current && <>; until then {current} stays</>}.
      </>
    ),
  });
  const keepWords = (wanted: string) => ({
    title: 'Keep your old email?',
    text: (
      <>
        <strong>{wanted}</strong> stays your address, and the link {mail ? 'in the mail to' : 'for'} {pending_email}{' '}
        stops working.
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
          hint={`${mail ? 'For getting back in, and for mails about your account' : 'For getting back in'}. Nobody else sees it.`}
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
