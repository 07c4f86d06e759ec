import { type ReactNode, useRef, useState } from 'react';
import { isApiError } from '#lib/api-error.ts';
import { FormStatus } from '#ui/form-status.tsx';
import { ConfirmPassword } from '../../confirm-password.public.tsx';
import { type UserBody, usePostUser } from '../use-post-user.ts';

interface Change {
  body: Omit<UserBody, 'password'>;
  title: string;
  /** Explains what will happen. */
  text: ReactNode;
}

interface Asked extends Change {
  /** Reports the result to the form: whether the change was made, or the field's error. */
  settle: (isMade: boolean, error?: unknown) => void;
}

/**
 * Makes a change that needs the password: the form calls `confirm`, which opens a dialog for the password and sends the
 * change. The dialog shows password errors; an error of `field` closes the dialog and is shown by the form.
 */
export function useConfirmedChange(field: 'username' | 'email') {
  const { post, status } = usePostUser();
  const [asked, setAsked] = useState<Asked>();
  const refused = useRef<unknown>(undefined);
  const made = useRef(false);

  /** @returns false if the user cancelled */
  const confirm = (change: Change) =>
    new Promise<boolean>((resolve, reject) => {
      refused.current = undefined;
      made.current = false;
      setAsked({ ...change, settle: (isMade, error) => (error ? reject(error) : resolve(isMade)) });
    });

  const dialog = asked && (
    <ConfirmPassword
      open
      title={asked.title}
      text={
        <>
          <p>{asked.text}</p>
          <FormStatus busy={status} />
        </>
      }
      action="Save"
      onClose={() => {
        // The closing dialog restores the focus first; then the form may move it to the invalid field.
        setAsked(undefined);
        asked.settle(made.current, refused.current);
      }}
      onConfirm={async (password) => {
        try {
          await post({ ...asked.body, ...(password === undefined ? {} : { password }) });
          made.current = true;
        } catch (error) {
          if (!isApiError(error) || error.fields[field] === undefined) throw error;
          refused.current = error;
        }
      }}
    />
  );
  return { confirm, dialog };
}
