import { type ReactNode, useId } from 'react';
import { useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import css from './confirm-password.module.css';

interface Props {
  open: boolean;
  title: string;
  /** Explains what will happen. */
  text: ReactNode;
  /** Label of the confirm button. */
  action: string;
  danger?: boolean;
  onClose: () => void;
  /**
   * Performs the action. Receives `undefined` for an account without a password. On rejection the dialog stays open and
   * shows the error; on success `onClose` is called.
   */
  onConfirm: (password: string | undefined) => Promise<void>;
}

/** Asks for the password again before an action that a stolen session must not be able to perform. */
export function ConfirmPassword({ open, ...rest }: Props) {
  // Unmounting on close clears the previous attempt.
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ title, text, action, danger = false, onClose, onConfirm }: Omit<Props, 'open'>) {
  const user = useSession()?.user;
  const hasPassword = user?.account.has_password ?? true;
  const id = useId();
  const form = useForm({
    fields: hasPassword ? ['password'] : [],
    send: ({ password }) => onConfirm(hasPassword ? password : undefined),
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
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={form.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <Form form={form} id={id}>
        <div className={css.text}>{text}</div>
        {hasPassword ? (
          <>
            {/* Tells the password manager which account the password belongs to. */}
            <input type="text" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
              required
              // React's autoFocus runs before the dialog is open; showModal respects the attribute.
              ref={(input) => input?.setAttribute('autofocus', '')}
              error={form.problems.password}
            />
          </>
        ) : (
          <p className={css.hint}>
            Your account has no password. You can do this only within 15 minutes of logging in.
          </p>
        )}
      </Form>
    </Dialog>
  );
}
