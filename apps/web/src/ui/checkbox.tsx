import type { ComponentProps, ReactNode } from 'react';
import { takeUp } from '#lib/early-input.ts';
import css from './field.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  children: ReactNode;
  /** `radio`: one of several with the same `name`. */
  kind?: 'checkbox' | 'radio';
}

/** The browser's own box, drawn our way. */
export function Checkbox({ children, kind = 'checkbox', ...input }: Props) {
  return (
    <label className={css.check} data-kind={kind}>
      <input ref={takeUp} {...input} type={kind} />
      <span>{children}</span>
    </label>
  );
}
