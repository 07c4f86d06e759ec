import type { ReactNode } from 'react';
import css from './visually-hidden.module.css';

/** Visible to screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={css.hidden}>{children}</span>;
}
