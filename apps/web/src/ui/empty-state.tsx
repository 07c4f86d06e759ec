import type { ReactNode } from 'react';
import css from './empty-state.module.css';
import { hexPath } from './hex.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

interface Props {
  icon: IconName;
  title: string;
  children?: ReactNode;
  /** The main action. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className={css.empty}>
      <div className={css.mark}>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d={hexPath} />
        </svg>
        <Icon name={icon} size={24} />
      </div>
      <h2 className={css.title}>{title}</h2>
      {children && <div className={css.text}>{children}</div>}
      {action}
    </div>
  );
}
