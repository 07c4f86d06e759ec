import type { ComponentProps } from 'react';
import { takeUp } from '#lib/early-input.ts';
import { cx } from './cx.ts';
import css from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

interface Props extends FieldProps, Omit<ComponentProps<'input'>, 'id' | 'className'> {
  /** Monospaced: flags, codes. */
  mono?: boolean;
}

export function TextField({ label, hint, error, optional, mono, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {(aria) => <input ref={takeUp} type="text" {...input} {...aria} className={cx(css.input, mono && css.mono)} />}
    </Field>
  );
}
