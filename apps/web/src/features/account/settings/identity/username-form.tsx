import { Button } from '#ui/button.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { usernameProblem } from '../../checks.ts';
import { useConfirmedChange } from './use-confirmed-change.tsx';

export function UsernameForm({ username: current }: { username: string }) {
  const { confirm, dialog } = useConfirmedChange('username');
  const form = useForm({
    fields: ['username'],
    check: ({ username }) => ({
      username: username === current ? 'This is your username already.' : usernameProblem(username),
    }),
    ask: ({ username }) =>
      confirm({
        body: { username },
        title: 'Change your username?',
        text: (
          <>
            You will be <strong>{username}</strong>, on the leaderboard too. The old name is free for others at once.
          </>
        ),
      }),
    // The dialog has made the change.
    send: async ({ username }) => `Saved. You are ${username} now.`,
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
          hint="Everybody can see it. Letters, digits, hyphens and underscores."
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
