import { createFileRoute } from '@tanstack/react-router';
import { VouchersPage } from '#features/vouchers/vouchers-page.tsx';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { safeSessionStorage } from '#lib/safe-storage.ts';

export const Route = createFileRoute('/_main/subscription/vouchers')({
  ssr: false,
  beforeLoad: (arrival) => {
    const { hash } = arrival.location;
    // The log-in redirect would lose the fragment with the code; the page reads it from here (`takeCode`).
    if (hash) safeSessionStorage.setItem('voucher', hash);
    return requireUser(arrival);
  },
  head: () => pageHead({ title: 'Vouchers', noindex: true }),
  component: VouchersPage,
});
