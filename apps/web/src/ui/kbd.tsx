import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import css from './kbd.module.css';

/** @param hint for a key on a button with the same action; hidden on devices without a keyboard */
export function Kbd({ children, hint = false }: { children: ReactNode; hint?: boolean }) {
  return <kbd className={cx(css.kbd, hint && css.hint)}>{children}</kbd>;
}
