import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import css from './kbd.module.css';

/** @param hint the key stands on a button that does the same; devices that hardly have a keyboard do not show it */
export function Kbd({ children, hint = false }: { children: ReactNode; hint?: boolean }) {
  return <kbd className={cx(css.kbd, hint && css.hint)}>{children}</kbd>;
}
