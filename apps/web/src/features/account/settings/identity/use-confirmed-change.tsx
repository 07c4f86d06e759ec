import { type ReactNode, useRef, useState } from 'react';
import { isApiError } from '#lib/api-error.ts';
import { ConfirmPassword } from '../../confirm-password.tsx';
import { Outcome } from '../outcome.tsx';
import { checkingText, type UserBody, usePostUser } from '../use-post-user.ts';

interface Wanted {
  body: Omit<UserBody, 'password'>;
  title: string;
  text: ReactNode;
  /** What the form says once it is done. */
  done: string;
}

/** What the last try came to. */
interface Result {
  error?: unknown;
  done?: string;
}

/**
 * A change that the password confirms: the form asks, a dialog takes the password and does it. What is wrong with the
 * password stays in the dialog; what is wrong with `field` closes it and is the form's to show.
 */
export function useConfirmedChange(field: 'username' | 'email') {
  const { post, isChecking } = usePostUser();
  const [wanted, setWanted] = useState<Wanted>();
  const [result, setResult] = useState<Result>({});
  const came = useRef<Result>({});
  const ask = (change: Wanted) => {
    came.current = {};
    setResult({});
    setWanted(change);
  };
  const dialog = wanted && (
    <ConfirmPassword
      open
      title={wanted.title}
      text={
        <>
          <p>{wanted.text}</p>
          <Outcome busy={isChecking ? checkingText : undefined} />
        </>
      }
      action="Save"
      onClose={() => {
        // In one go: the dialog gives the focus back first, and then the form may take it to what is wrong.
        setWanted(undefined);
        setResult(came.current);
      }}
      onConfirm={async (password) => {
        try {
          await post({ ...wanted.body, ...(password === undefined ? {} : { password }) });
          came.current = { done: wanted.done };
        } catch (error) {
          if (!isApiError(error) || error.fields[field] === undefined) throw error;
          came.current = { error };
        }
      }}
    />
  );
  return { ask, dialog, result, refuse: (error: unknown) => setResult({ error }) };
}
