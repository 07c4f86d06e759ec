import { createFileRoute } from '@tanstack/react-router';
import { AnnouncementsPage } from '#features/admin/email/announcements-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/email/')({
  ssr: false,
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: AnnouncementsPage,
});
