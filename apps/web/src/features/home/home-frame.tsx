import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '#ui/page.tsx';
import css from './home-frame.module.css';

const pages: readonly { to: LinkProps['to']; name: string }[] = [
  { to: '/', name: 'Overview' },
  { to: '/completed', name: 'Completed' },
  { to: '/yt-home', name: 'Video overview' },
  { to: '/yt-completed', name: 'Completed Courses' },
];

interface Props {
  title: string;
  label?: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}

/** What the pages of home share: the links from one to the other. */
export const HomeFrame = ({ children, ...head }: Props) => (
  <Page {...head}>
    <nav className={css.nav} aria-label="Overview">
      <ul className={css.list}>
        {pages.map(({ to, name }) => (
          <li key={name}>
            <Link to={to} className={css.link} activeOptions={{ exact: true, includeSearch: false }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
    {children}
  </Page>
);
