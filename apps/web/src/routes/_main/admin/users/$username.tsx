import { createFileRoute } from '@tanstack/react-router';
import { UserPage } from '#features/admin/users/user-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/users/$username')({
  ssr: false,
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function AdminUser() {
    const { username } = Route.useParams();
    return <UserPage key={username} username={username} />;
  },
});
