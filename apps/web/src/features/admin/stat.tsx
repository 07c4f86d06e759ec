import type { ReactNode } from 'react';
import css from './admin.module.css';

interface Props {
  name: string;
  tone?: 'beacon' | 'coral' | undefined;
  children: ReactNode;
}

/** One figure with its name. Its parent is a `dl` with the class `figures`. */
export const Stat = ({ name, tone, children }: Props) => (
  <div className={css.figure} data-tone={tone}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
