import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '#ui/page.tsx';
import css from './settings-page.module.css';

interface Props {
  title: string;
  lead: string;
  children: ReactNode;
}

/** Layout of the three account pages: heading, navigation between them, sections. */
export function SettingsPage({ title, lead, children }: Props) {
  return (
    <Page label="Your account" title={title} lead={lead}>
      <nav className={css.nav} aria-label="Account pages">
        <ul className={css.links}>
          <Entry to="/account">Account</Entry>
          <Entry to="/account/profile">Public Profile</Entry>
          <Entry to="/account/sessions">Sessions</Entry>
        </ul>
      </nav>
      {children}
    </Page>
  );
}

function Entry({ to, children }: { to: '/account' | '/account/profile' | '/account/sessions'; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className={css.link} activeOptions={{ exact: true, includeSearch: false }}>
        {children}
      </Link>
    </li>
  );
}
