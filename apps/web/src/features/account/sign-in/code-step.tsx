import { useState } from 'react';
import { Form, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { appCodeProblem, plainCode, recoveryCodeProblem } from '../checks.ts';
import css from '../form-frame.module.css';
import { Submit } from '../form-frame.tsx';
import type { useLogin } from './use-login.ts';

interface Props {
  login: ReturnType<typeof useLogin>;
  first: NonNullable<ReturnType<typeof useLogin>['first']>;
}

/** The second factor, in the same card: six digits, or a recovery code where the app is not at hand. */
export function CodeStep({ login, first }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const form = useForm({
    fields: ['code'],
    check: ({ code }) => ({ code: isRecovery ? recoveryCodeProblem(code) : appCodeProblem(code) }),
    send: ({ code }) => login.logIn({ ...first, code: plainCode(code) }),
  });
  return (
    <Form form={form}>
      <TextField
        key={isRecovery ? 'recovery' : 'app'}
        label={isRecovery ? 'Recovery code' : 'Six digits'}
        name="code"
        mono
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={60}
        hint={isRecovery ? 'One of those that you kept. Each works once.' : 'Your authenticator app shows them.'}
        error={form.problems.code}
        // It comes in place of another field, which had the focus.
        ref={takeFocus}
      />
      <Submit busy={form.isPending} status={login.status}>
        Log in
      </Submit>
      <p className={css.aside}>
        <button
          type="button"
          className={css.quiet}
          onClick={() => {
            form.reset();
            setRecovery(!isRecovery);
          }}
        >
          {isRecovery ? 'Use the app instead' : 'Use a recovery code instead'}
        </button>
        <button type="button" className={css.quiet} onClick={login.back}>
          Back
        </button>
      </p>
    </Form>
  );
}

const takeFocus = (field: HTMLInputElement | null) => field?.focus();
