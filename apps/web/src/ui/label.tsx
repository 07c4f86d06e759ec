import type { ElementType, ReactNode } from 'react';
import { cx } from './cx.ts';
import css from './label.module.css';

interface Props {
  children: ReactNode;
  as?: ElementType;
  tone?: 'quiet' | 'beacon' | 'phosphor';
  className?: string;
}

/** Small upper-case monospace line above headings and groups. */
export function Label({ children, as: Tag = 'p', tone = 'quiet', className }: Props) {
  return <Tag className={cx(css.label, tone !== 'quiet' && css[tone], className)}>{children}</Tag>;
}
