import type { User } from '@hexpedition/contract';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { FormErrors, fieldErrors } from '../../form-errors.tsx';
import { text } from '../../form-text.ts';
import { emailProblem } from '../checks.ts';
import { fieldError } from '../field-error.ts';
import css from '../form.module.css';
import { Outcome } from '../outcome.tsx';
import { EmailState } from './email-state.tsx';
import { useConfirmedChange } from './use-confirmed-change.tsx';

const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase();

export function EmailForm({ user: { email, pending_email } }: { user: Pick<User, 'email' | 'pending_email'> }) {
  const { ask, dialog, result, refuse } = useConfirmedChange('email');
  const submit = (wanted: string) => {
    const problem = emailProblem(wanted) ?? alreadyText(wanted);
    if (problem) return refuse(fieldError('email', problem));
    if (isSame(email, wanted)) return keep(wanted);
    ask({
      body: { email: wanted },
      title: 'Change your email?',
      text: (
        <>
          A link goes to <strong>{wanted}</strong>. The new address counts once you have opened it
          {email && <>; until then {email} stays</>}.
        </>
      ),
      done: `Saved. Now open the link in the mail to ${wanted}.`,
    });
  };
  const alreadyText = (wanted: string) => {
    if (isSame(pending_email, wanted)) return 'This address is waiting for its confirmation already.';
    return isSame(email, wanted) && !pending_email ? 'This is your address already.' : undefined;
  };
  const keep = (address: string) =>
    ask({
      body: { email: address },
      title: 'Keep your old email?',
      text: (
        <>
          <strong>{address}</strong> stays your address, and the link in the mail to {pending_email} stops working.
        </>
      ),
      done: `Saved. ${address} stays your address.`,
    });
  return (
    <>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(text(new FormData(event.currentTarget), 'email').trim());
        }}
      >
        <FormErrors error={result.error} names={{ email: 'Email' }} />
        <TextField
          key={`${email} ${pending_email}`}
          label="Email"
          name="email"
          type="email"
          defaultValue={pending_email ?? email ?? ''}
          autoComplete="email"
          required
          hint="For getting back in, and for mails about your account. Nobody else sees it."
          error={fieldErrors(result.error).email}
        />
        <EmailState email={email} pending={pending_email} onKeep={keep} />
        <div className={css.actions}>
          <Button type="submit">Save email</Button>
          <Outcome done={result.done} />
        </div>
      </form>
      {dialog}
    </>
  );
}
