import { createFileRoute } from '@tanstack/react-router';
import { SessionsPage } from '#features/account/settings/sessions/sessions-page.tsx';

export const Route = createFileRoute('/_main/account/sessions')({
  staticData: { title: 'Active Sessions' },
  component: SessionsPage,
});
