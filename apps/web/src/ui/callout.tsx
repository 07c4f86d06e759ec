import type { ReactNode } from 'react';
import css from './callout.module.css';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

type Kind = 'note' | 'tip' | 'warning' | 'danger';

const icons: Record<Kind, IconName> = { note: 'info', tip: 'bulb', warning: 'warning', danger: 'danger' };

interface Props {
  kind?: Kind;
  title?: ReactNode;
  children?: ReactNode;
  /** Shown at the right end, such as a close button. */
  action?: ReactNode;
  /** `alert` is announced immediately, for new errors. `status` waits for a pause. */
  role?: 'alert' | 'status';
  className?: string;
}

export function Callout({ kind = 'note', title, children, action, role, className }: Props) {
  return (
    <div className={cx(css.callout, css[kind], className)} role={role}>
      <Icon name={icons[kind]} size={20} className={css.icon} />
      <div className={css.content}>
        <div className={css.body}>
          {title && <p className={css.title}>{title}</p>}
          {children}
        </div>
        {action}
      </div>
    </div>
  );
}
