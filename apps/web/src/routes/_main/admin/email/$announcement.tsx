import { createFileRoute } from '@tanstack/react-router';
import { AnnouncementPage } from '#features/admin/email/announcement-page.tsx';
import { superuserRoute } from '#lib/guards.ts';

export const Route = createFileRoute('/_main/admin/email/$announcement')({
  ...superuserRoute,
  component: function Announcement() {
    const { announcement } = Route.useParams();
    return <AnnouncementPage key={announcement} announcement={announcement} />;
  },
});
