import { createFileRoute } from '@tanstack/react-router';
import { SessionsPage } from '#features/account/settings/sessions/sessions-page.tsx';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/account/sessions')({
  head: () => pageHead({ title: 'Active Sessions', noindex: true }),
  component: SessionsPage,
});
