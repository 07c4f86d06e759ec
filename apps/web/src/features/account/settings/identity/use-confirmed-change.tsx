import { type ReactNode, useRef, useState } from 'react';
import { ConfirmPassword } from '#entities/account/confirm-password.tsx';
import { isApiError } from '#lib/api-error.ts';
import { FormStatus } from '#ui/form-status.tsx';
import { type UserBody, usePostUser } from '../use-post-user.ts';

interface Change {
  body: Omit<UserBody, 'password'>;
  title: string;
  /** Explains what will happen. */
  text: ReactNode;
}

interface PendingChange extends Change {
  /** Reports the result to the form: whether the change was made, or the field's error. */
  settle: (isDone: boolean, error?: unknown) => void;
}

/**
 * Makes a change that needs the password: the form calls `confirm`, which opens a dialog for the password and sends the
 * change. The dialog shows password errors; an error of `field` closes the dialog and is shown by the form.
 */
export function useConfirmedChange(field: 'username' | 'email') {
  const { post, status } = usePostUser();
  const [pendingChange, setPendingChange] = useState<PendingChange>();
  const fieldError = useRef<unknown>(undefined);
  const isDone = useRef(false);

  /** @returns false if the user cancelled */
  const confirm = (change: Change) =>
    new Promise<boolean>((resolve, reject) => {
      fieldError.current = undefined;
      isDone.current = false;
      setPendingChange({ ...change, settle: (isDone, error) => (error ? reject(error) : resolve(isDone)) });
    });

  const dialog = pendingChange && (
    <ConfirmPassword
      open
      title={pendingChange.title}
      text={
        <>
          <p>{pendingChange.text}</p>
          <FormStatus busy={status} />
        </>
      }
      action="Save"
      onClose={() => {
        // The closing dialog restores the focus first; then the form may move it to the invalid field.
        setPendingChange(undefined);
        pendingChange.settle(isDone.current, fieldError.current);
      }}
      onConfirm={async (password) => {
        try {
          await post({ ...pendingChange.body, ...(password === undefined ? {} : { password }) });
          isDone.current = true;
        } catch (error) {
          if (!isApiError(error) || error.fields[field] === undefined) throw error;
          fieldError.current = error;
        }
      }}
    />
  );
  return { confirm, dialog };
}
