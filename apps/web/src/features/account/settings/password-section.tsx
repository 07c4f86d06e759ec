import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '#lib/api-error.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { FormErrors, fieldErrors } from '../form-errors.tsx';
import { text } from '../form-text.ts';
import { passwordProblem } from './checks.ts';
import { refuseField } from './field-error.ts';
import css from './form.module.css';
import { Outcome } from './outcome.tsx';
import { SettingsSection } from './settings-section.tsx';
import { checkingText, usePostUser } from './use-post-user.ts';

const names = { password: 'Your password', new_password: 'New password' };

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
          ? 'Changing it logs out your other devices.'
          : 'You log in without one. Choose one, and your username opens your account too. It logs out your other devices.'
      }
    >
      <PasswordForm username={username} hasPassword={hasPassword} />
    </SettingsSection>
  );
}

function PasswordForm({ username, hasPassword }: Props) {
  const client = useQueryClient();
  const { post, isChecking } = usePostUser();
  const save = useMutation({
    meta: { suppress: [400, 403, 429] },
    mutationFn: async (form: HTMLFormElement) => {
      const data = new FormData(form);
      const password = text(data, 'password');
      const fresh = text(data, 'new_password');
      refuseField('password', hasPassword && password === '' ? 'Enter your password.' : undefined);
      refuseField('new_password', passwordProblem(fresh));
      await post({ new_password: fresh, ...(hasPassword ? { password } : {}) });
      form.reset();
    },
    onSuccess: () =>
      Promise.all(
        ['GET /api/account/sessions', 'GET /api/account/security'].map((endpoint) =>
          client.invalidateQueries({ queryKey: [endpoint] }),
        ),
      ),
  });
  const fields = fieldErrors(save.error);
  // The server says of the new one what it says of any password; here there are two.
  const isWeak = isApiError(save.error, 'weak_password');
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(event.currentTarget);
      }}
    >
      <FormErrors error={save.error} names={names} />
      {/* Tells a password manager whose password it is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      {hasPassword && (
        <PasswordField
          label={names.password}
          name="password"
          autoComplete="current-password"
          required
          error={isWeak ? undefined : fields.password}
        />
      )}
      <PasswordField
        label={names.new_password}
        name="new_password"
        autoComplete="new-password"
        required
        hint="At least 10 characters. A few words in a row are fine."
        error={isWeak ? fields.password : fields.new_password}
      />
      <div className={css.actions}>
        <Button type="submit" busy={save.isPending}>
          {hasPassword ? 'Change password' : 'Choose password'}
        </Button>
        <Outcome
          busy={isChecking ? checkingText : undefined}
          done={save.isSuccess && 'Saved. Your other devices are logged out.'}
        />
      </div>
    </form>
  );
}
