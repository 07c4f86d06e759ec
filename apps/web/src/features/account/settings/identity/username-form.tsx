import { Button } from '#ui/button.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { usernameProblem } from '../../field-checks.ts';
import { useConfirmedChange } from './use-confirmed-change.tsx';

export function UsernameForm({ username: current }: { username: string }) {
  const { confirm, dialog } = useConfirmedChange('username');
  const form = useForm({
    fields: ['username'],
    check: ({ username }) => ({
      username: username === current ? 'This is already your username.' : usernameProblem(username),
    }),
    ask: ({ username }) =>
      confirm({
        body: { username },
        title: 'Change your username?',
        text: (
          <>
            You will appear as <strong>{username}</strong>, on the leaderboard too. Others can take your old name
            immediately.
          </>
        ),
      }),
    // The dialog has already sent the change.
    send: async ({ username }) => `Saved. Your username is now ${username}.`,
  });
  return (
    <>
      <Form form={form}>
        <TextField
          key={current}
          label="Username"
          name="username"
          defaultValue={current}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint="Visible to everyone. Letters, digits, hyphens and underscores."
          error={form.problems.username}
        />
        <FormActions done={form.answer}>
          <Button type="submit">Save username</Button>
        </FormActions>
      </Form>
      {dialog}
    </>
  );
}
