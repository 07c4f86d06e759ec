import { createFileRoute } from '@tanstack/react-router';
import { AnnouncementPage } from '#features/admin/email/announcement-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/email/$announcement')({
  ssr: false,
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function Announcement() {
    const { announcement } = Route.useParams();
    return <AnnouncementPage key={announcement} announcement={announcement} />;
  },
});
