import { PageLinks } from '#ui/page-links.tsx';

const pages = [
  { to: '/subscription', name: 'Plan' },
  { to: '/subscription/payments', name: 'Invoices' },
  { to: '/subscription/vouchers', name: 'Vouchers' },
] as const;

/** Navigation between the subscription pages. */
export const SubscriptionTabs = () => <PageLinks label="Subscription" pages={pages} />;
