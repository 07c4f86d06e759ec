import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import css from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

interface Props extends FieldProps, Omit<ComponentProps<'textarea'>, 'id' | 'className'> {}

/** Multi-line input; grows with its content in browsers that support it. */
export function TextArea({ label, hint, error, optional, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {(aria) => <textarea rows={4} {...input} {...aria} className={cx(css.input, css.area)} />}
    </Field>
  );
}
