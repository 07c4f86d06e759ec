import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import css from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

interface Props extends FieldProps, Omit<ComponentProps<'textarea'>, 'id' | 'className'> {}

/** Text of several lines; grows with what is written where the browser can. */
export function TextArea({ label, hint, error, optional, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {(aria) => <textarea rows={4} {...input} {...aria} className={cx(css.input, css.area)} />}
    </Field>
  );
}
