import type { ReactNode } from 'react';
import css from './metrics.module.css';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Its options. */
  children: ReactNode;
}

/** A list to choose from in the head of a panel, where a field would be too tall. */
export const Choice = ({ label, value, onChange, children }: Props) => (
  <select className={css.choice} aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    {children}
  </select>
);
