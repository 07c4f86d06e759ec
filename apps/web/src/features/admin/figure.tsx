import type { ReactNode } from 'react';
import css from './admin.module.css';

interface Props {
  name: string;
  tone?: 'beacon' | 'coral' | undefined;
  children: ReactNode;
}

/** One of a row of figures, in a `dl` of the class `figures`. */
export const Figure = ({ name, tone, children }: Props) => (
  <div className={css.figure} data-tone={tone}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
