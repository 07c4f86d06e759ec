import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { FormErrors, fieldErrors } from '../../form-errors.tsx';
import { text } from '../../form-text.ts';
import { usernameProblem } from '../checks.ts';
import { fieldError } from '../field-error.ts';
import css from '../form.module.css';
import { Outcome } from '../outcome.tsx';
import { useConfirmedChange } from './use-confirmed-change.tsx';

export function UsernameForm({ username }: { username: string }) {
  const { ask, dialog, result, refuse } = useConfirmedChange('username');
  const submit = (wanted: string) => {
    const problem = usernameProblem(wanted) ?? (wanted === username ? 'This is your username already.' : undefined);
    if (problem) return refuse(fieldError('username', problem));
    ask({
      body: { username: wanted },
      title: 'Change your username?',
      text: (
        <>
          You will be <strong>{wanted}</strong>, on the leaderboard too. The old name is free for others at once.
        </>
      ),
      done: `Saved. You are ${wanted} now.`,
    });
  };
  return (
    <>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(text(new FormData(event.currentTarget), 'username').trim());
        }}
      >
        <FormErrors error={result.error} names={{ username: 'Username' }} />
        <TextField
          key={username}
          label="Username"
          name="username"
          defaultValue={username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint="Everybody can see it. Letters, digits, hyphens and underscores."
          error={fieldErrors(result.error).username}
        />
        <div className={css.actions}>
          <Button type="submit">Save username</Button>
          <Outcome done={result.done} />
        </div>
      </form>
      {dialog}
    </>
  );
}
