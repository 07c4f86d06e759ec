import { createFileRoute } from '@tanstack/react-router';
import { AnnouncementsPage } from '#features/admin/email/announcements-page.tsx';
import { superuserRoute } from '#lib/guards.ts';

export const Route = createFileRoute('/_main/admin/email/')({
  ...superuserRoute,
  component: AnnouncementsPage,
});
