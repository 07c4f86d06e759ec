import { PageLinks } from '#ui/page-links.tsx';

const pages = [
  { to: '/subscription', name: 'Plan' },
  { to: '/subscription/payments', name: 'Invoices' },
  { to: '/subscription/vouchers', name: 'Vouchers' },
] as const;

/** What the pages of the subscription share. */
export const SubscriptionTabs = () => <PageLinks label="Subscription" pages={pages} />;
