import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { TextField } from '#ui/text-field.tsx';
import { checkCode, plainCode, refuse } from '../checks.ts';
import { FormErrors, fieldErrors } from '../form-errors.tsx';
import css from '../form-frame.module.css';
import { text } from '../form-text.ts';
import { Submit } from '../submit.tsx';
import type { useLogin } from './use-login.ts';

interface Props {
  login: ReturnType<typeof useLogin>;
  first: NonNullable<ReturnType<typeof useLogin>['first']>;
}

/** The second factor, in the same card: six digits, or a recovery code where the app is not at hand. */
export function CodeStep({ login, first }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const check = useMutation({
    meta: { suppress: [400] },
    mutationFn: async (data: FormData) => {
      const code = plainCode(text(data, 'code'));
      refuse(checkCode(code, isRecovery));
      login.logIn({ ...first, code });
    },
  });
  const names = { code: isRecovery ? 'Recovery code' : 'Six digits' };
  const error = check.error ?? login.error;
  // The field takes the focus when it comes in place of another; that is a call, not a property.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(isRecovery ? '[name=code]' : '[inputmode=numeric]')?.focus();
  }, [isRecovery]);
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (!login.isPending) check.mutate(new FormData(event.currentTarget));
      }}
    >
      <FormErrors error={error} names={names} />
      <TextField
        key={names.code}
        label={names.code}
        name="code"
        mono
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={60}
        hint={isRecovery ? 'One of those that you kept. Each works once.' : 'Your authenticator app shows them.'}
        error={fieldErrors(error).code}
      />
      <Submit busy={login.isPending} isChecking={login.isChecking}>
        Log in
      </Submit>
      <p className={css.aside}>
        <button
          type="button"
          className={css.quiet}
          onClick={() => {
            check.reset();
            login.forgetError();
            setRecovery(!isRecovery);
          }}
        >
          {isRecovery ? 'Use the app instead' : 'Use a recovery code instead'}
        </button>
        <button type="button" className={css.quiet} onClick={login.back}>
          Back
        </button>
      </p>
    </form>
  );
}
