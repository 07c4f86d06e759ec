import { createFileRoute } from '@tanstack/react-router';
import { VouchersPage } from '#features/vouchers/vouchers-page.tsx';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/subscription/vouchers')({
  ssr: false,
  beforeLoad: async (arrival) => {
    // The code of a link would be lost on the way to the log-in page.
    if (arrival.location.hash)
      (await import('#features/vouchers/voucher-link.public.ts')).keepCode(arrival.location.hash);
    return requireUser(arrival);
  },
  head: () => pageHead({ title: 'Vouchers', noindex: true }),
  component: VouchersPage,
});
