import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// The page of the plans takes this place.
export const Route = createFileRoute('/_main/subscription/')({
  ssr: false,
  validateSearch: ({ plan }: Record<string, unknown>): { plan?: 'foundational' | 'specialization' } =>
    plan === 'foundational' || plan === 'specialization' ? { plan } : {},
  beforeLoad: async (arrival) => {
    await requireUser(arrival);
    throw redirect({ to: '/subscription/vouchers' });
  },
  head: () => pageHead({ title: 'Subscription', noindex: true }),
});
