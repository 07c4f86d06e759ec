import { Link, type LinkProps } from '@tanstack/react-router';
import css from './subscription-tabs.module.css';

const pages: readonly { to: LinkProps['to']; name: string }[] = [
  { to: '/subscription', name: 'Plan' },
  { to: '/subscription/payments', name: 'Invoices' },
  { to: '/subscription/vouchers', name: 'Vouchers' },
];

/** What the pages of the subscription share: the links from one to the other. It stands first below the title. */
export const SubscriptionTabs = () => (
  <nav className={css.nav} aria-label="Subscription">
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
);
