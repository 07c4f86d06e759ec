import type { ReactNode } from 'react';
import css from './chip.module.css';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

interface Props {
  children: ReactNode;
  /** `hue` takes the colour of the nearest `data-hue`. */
  tone?: 'plain' | 'beacon' | 'phosphor' | 'coral' | 'hue';
  icon?: IconName;
  className?: string;
}

/** Small label for a fact: a tier, a difficulty, a count. Not interactive. */
export function Chip({ children, tone = 'plain', icon, className }: Props) {
  return (
    <span className={cx(css.chip, tone !== 'plain' && css[tone], className)}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}
