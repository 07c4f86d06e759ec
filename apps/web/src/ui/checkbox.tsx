import type { ComponentProps, ReactNode } from 'react';
import css from './field.module.css';
import { type EarlyChange, useEarlyChange } from './use-early-change.ts';

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'onChange'> {
  children: ReactNode;
  /** `radio`: one of several inputs with the same `name`. */
  kind?: 'checkbox' | 'radio';
  onChange?: EarlyChange['onChange'];
}

/** Native checkbox or radio button with our styling. */
export function Checkbox({ children, kind = 'checkbox', ...input }: Props) {
  const ref = useEarlyChange({ checked: input.checked, onChange: input.onChange });
  return (
    <label className={css.check} data-kind={kind}>
      <input ref={ref} {...input} type={kind} />
      <span>{children}</span>
    </label>
  );
}
