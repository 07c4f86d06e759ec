import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';
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
  <span className={css.choice}>
    <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {children}
    </select>
    <Icon name="chevron-down" size={14} />
  </span>
);
