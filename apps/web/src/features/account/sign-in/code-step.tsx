import { useState } from 'react';
import { Form, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { appCodeProblem, plainCode, recoveryCodeProblem } from '../field-checks.ts';
import css from '../form-frame.module.css';
import { Submit } from '../form-frame.tsx';
import type { useLogin } from './use-login.ts';

interface Props {
  login: ReturnType<typeof useLogin>;
  first: NonNullable<ReturnType<typeof useLogin>['first']>;
}

/** Second step of the log-in: six digits from the app, or a recovery code. */
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
        hint={isRecovery ? 'One of the codes that you saved. Each works once.' : 'From your authenticator app.'}
        error={form.problems.code}
        // This field replaces the password field, which had the focus.
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
