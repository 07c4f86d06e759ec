import { type ReactNode, useRef, useState } from 'react';
import { isApiError } from '#lib/api-error.ts';
import { FormStatus } from '#ui/form-status.tsx';
import { ConfirmPassword } from '../../confirm-password.public.tsx';
import { type UserBody, usePostUser } from '../use-post-user.ts';

interface Change {
  body: Omit<UserBody, 'password'>;
  title: string;
  /** What is going to happen. */
  text: ReactNode;
}

interface Asked extends Change {
  /** Tells the form how it ended: whether the change was made, or what is wrong with the field. */
  settle: (isMade: boolean, error?: unknown) => void;
}

/**
 * A change that the password confirms: the form asks with `confirm`, a dialog takes the password and makes the change.
 * The dialog shows what is wrong with the password; a problem with `field` closes the dialog, and the form shows it.
 */
export function useConfirmedChange(field: 'username' | 'email') {
  const { post, status } = usePostUser();
  const [asked, setAsked] = useState<Asked>();
  const refused = useRef<unknown>(undefined);
  const made = useRef(false);

  /** @returns false when the visitor has cancelled */
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
        // The dialog gives the focus back first; then the form may take it to what is wrong.
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
