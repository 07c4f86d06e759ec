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
  /** What is going to happen. */
  text: ReactNode;
  /** The words on the button that does it. */
  action: string;
  danger?: boolean;
  onClose: () => void;
  /**
   * Does it; an account without a password gives `undefined`. If it rejects, the dialog stays and shows the error; when
   * it resolves, `onClose` is called.
   */
  onConfirm: (password: string | undefined) => Promise<void>;
}

/** Asks for the password once more before something that a stolen session must not be able to do. */
export function ConfirmPassword({ open, ...rest }: Props) {
  // Mounted anew each time, so that nothing of the last try is left.
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
            {/* Tells a password manager whose password it is. */}
            <input type="text" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
              required
              // React's own autoFocus comes before the dialog is shown; showModal heeds the attribute.
              ref={(input) => input?.setAttribute('autofocus', '')}
              error={form.problems.password}
            />
          </>
        ) : (
          <p className={css.hint}>
            Your account has no password, so you can only do this within 15 minutes of logging in.
          </p>
        )}
      </Form>
    </Dialog>
  );
}
