import { createFileRoute } from '@tanstack/react-router';
import { SetupPage } from '#features/account/setup/setup-page.tsx';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_plain/setup')({
  staticData: { analytics: 'ignore' },
  head: () => pageHead({ title: 'Setup', noindex: true }),
  component: SetupPage,
});
