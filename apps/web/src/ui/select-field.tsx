import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import css from './field.module.css';
import { Field, type FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';

interface Props extends FieldProps, Omit<ComponentProps<'select'>, 'id' | 'className'> {}

/** Select input for long lists. */
export function SelectField({ label, hint, error, optional, ...select }: Props) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {(aria) => (
        <span className={css.box}>
          <select {...select} {...aria} className={cx(css.input, css.select)} />
          <Icon name="chevron-down" size={16} className={css.mark} />
        </span>
      )}
    </Field>
  );
}
