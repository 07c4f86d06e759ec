import { createFileRoute } from '@tanstack/react-router';
import { UserPage } from '#features/admin/users/user-page.tsx';
import { superuserRoute } from '#lib/guards.ts';

export const Route = createFileRoute('/_main/admin/users/$username')({
  ...superuserRoute,
  component: function AdminUser() {
    const { username } = Route.useParams();
    return <UserPage key={username} username={username} />;
  },
});
