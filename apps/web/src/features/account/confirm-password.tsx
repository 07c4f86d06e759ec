import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import css from './confirm-password.module.css';
import { FormErrors, fieldErrors } from './form-errors.tsx';
import { text as textOf } from './form-text.ts';

interface Props {
  open: boolean;
  title: string;
  /** What is going to happen. */
  text: ReactNode;
  /** The words on the button that does it. */
  action: string;
  danger?: boolean;
  onClose: () => void;
  /**
   * Does it: `undefined` for an account without a password. What it rejects with is shown in the dialog, which stays;
   * when it resolves, `onClose` follows.
   */
  onConfirm: (password: string | undefined) => Promise<void>;
}

/** Asks for the password once more before what a stolen session must not do. */
export function ConfirmPassword({ open, ...rest }: Props) {
  // Mounted anew each time, so that nothing of the last try is left.
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ title, text, action, danger = false, onClose, onConfirm }: Omit<Props, 'open'>) {
  const user = useSession()?.user;
  const hasPassword = user?.account.has_password ?? true;
  const form = useId();
  const confirm = useMutation({
    meta: { suppress: [400, 403, 409, 429] },
    mutationFn: onConfirm,
    onSuccess: onClose,
  });
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} busy={confirm.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (confirm.isPending) return;
          confirm.mutate(hasPassword ? textOf(new FormData(event.currentTarget), 'password') : undefined);
        }}
      >
        <FormErrors error={confirm.error} names={hasPassword ? { password: 'Your password' } : {}} />
        <div className={css.text}>{text}</div>
        {hasPassword ? (
          <>
            {/* Tells a password manager whose password it is. */}
            <input type="text" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
              required
              // React's own autoFocus comes before the dialog is shown; showModal heeds the attribute.
              ref={(input) => input?.setAttribute('autofocus', '')}
              error={fieldErrors(confirm.error).password}
            />
          </>
        ) : (
          <p className={css.hint}>Your account has no password, so this works within 15 minutes of logging in.</p>
        )}
      </form>
    </Dialog>
  );
}
