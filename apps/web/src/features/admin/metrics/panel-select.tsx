import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';
import css from './metrics.module.css';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Options of the select. */
  children: ReactNode;
}

/** Compact select for the header of a panel, where a form field is too tall. */
export const PanelSelect = ({ label, value, onChange, children }: Props) => (
  <span className={css.choice}>
    <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {children}
    </select>
    <Icon name="chevron-down" size={14} />
  </span>
);
