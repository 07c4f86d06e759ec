import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import css from './field.module.css';
import { Field, type FieldProps } from './field.tsx';
import { type EarlyChange, useEarlyChange } from './use-early-change.ts';

interface Props extends FieldProps, Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange'> {
  /** Monospace, for flags and codes. */
  mono?: boolean;
  onChange?: EarlyChange['onChange'];
}

export function TextField({ label, hint, error, optional, mono, ...input }: Props) {
  const ref = useEarlyChange(input);
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {(aria) => <input ref={ref} type="text" {...input} {...aria} className={cx(css.input, mono && css.mono)} />}
    </Field>
  );
}
