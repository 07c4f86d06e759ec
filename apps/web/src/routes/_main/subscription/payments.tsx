import { createFileRoute } from '@tanstack/react-router';
import { PaymentsPage } from '#features/subscription/payments/payments-page.tsx';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/subscription/payments')({
  ssr: false,
  beforeLoad: requireUser,
  head: () => pageHead({ title: 'Subscription Payments', noindex: true }),
  component: PaymentsPage,
});
