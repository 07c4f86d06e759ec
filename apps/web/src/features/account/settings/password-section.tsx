import { useQueryClient } from '@tanstack/react-query';
import { isApiError } from '#lib/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { newPasswordProblem } from '../field-checks.ts';
import { SettingsSection } from './settings-section.tsx';
import { usePostUser } from './use-post-user.ts';

interface Props {
  username: string;
  hasPassword: boolean;
}

export function PasswordSection({ username, hasPassword }: Props) {
  return (
    <SettingsSection
      title="Password"
      lead={
        hasPassword
          ? 'Changing your password logs out your other devices.'
          : 'You have no password. Set one to log in with your username too. This logs out your other devices.'
      }
    >
      <PasswordForm username={username} hasPassword={hasPassword} />
    </SettingsSection>
  );
}

function PasswordForm({ username, hasPassword }: Props) {
  const client = useQueryClient();
  const { post, status } = usePostUser();
  const form = useForm({
    fields: ['password', 'new_password'],
    check: ({ password, new_password }) => ({
      password: hasPassword && password === '' ? 'Enter your password.' : undefined,
      new_password: newPasswordProblem(new_password),
    }),
    send: ({ password, new_password }) => post({ new_password, ...(hasPassword ? { password } : {}) }),
    onSuccess: (_answer, element) => {
      element?.reset();
      return Promise.all(
        ['GET /api/account/sessions', 'GET /api/account/security'].map((endpoint) =>
          client.invalidateQueries({ queryKey: [endpoint] }),
        ),
      );
    },
  });
  // The server names the field `password`; for this error code it means the new password.
  const isWeak = isApiError(form.error, 'weak_password');
  return (
    <Form form={form}>
      {/* Tells the password manager which account the password belongs to. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      {hasPassword && (
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          required
          error={isWeak ? undefined : form.problems.password}
        />
      )}
      <PasswordField
        label="New password"
        name="new_password"
        autoComplete="new-password"
        required
        hint="At least 10 characters. Several words in a row work well."
        error={isWeak ? form.problems.password : form.problems.new_password}
      />
      <FormActions busy={status} done={form.isSuccess && 'Saved. Your other devices are logged out.'}>
        <Button type="submit" busy={form.isPending}>
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </FormActions>
    </Form>
  );
}
