import { type ComponentProps, useState } from 'react';
import { cx } from './cx.ts';
import css from './field.module.css';
import { Field, type FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';

interface Props extends FieldProps, Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {
  autoComplete: 'new-password' | 'current-password';
}

/** Password input with a button to show the password. */
export function PasswordField({ label, hint, error, ...input }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <span className={css.box}>
          <input
            spellCheck={false}
            autoCapitalize="none"
            {...input}
            {...aria}
            type={shown ? 'text' : 'password'}
            className={cx(css.input, css.withButton, shown && css.mono)}
          />
          <button
            type="button"
            className={css.toggle}
            aria-label="Show password"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} size={18} />
          </button>
        </span>
      )}
    </Field>
  );
}
