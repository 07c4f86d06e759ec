import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import css from './side-menu.module.css';

/** Sub-entry of the side menu. */
export const SubMenuEntry = ({ to, params, children }: Pick<LinkProps, 'to' | 'params'> & { children: ReactNode }) => (
  <li>
    <Link
      to={to}
      {...(params && { params })}
      className={cx(css.continent, css.sub)}
      activeOptions={{ includeSearch: false }}
    >
      {children}
    </Link>
  </li>
);

/** MenuEntry of the side menu. */
export function MenuEntry({
  to,
  search,
  icon,
  exact = false,
  className,
  children,
}: {
  to: LinkProps['to'];
  search?: LinkProps['search'];
  icon: IconName;
  exact?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <li className={className}>
      <Link to={to} {...(search && { search })} className={css.entry} activeOptions={{ exact, includeSearch: false }}>
        <Icon name={icon} size={18} />
        {children}
      </Link>
    </li>
  );
}
