import { createFileRoute } from '@tanstack/react-router';
import { PersonPage } from '#features/admin/people/person-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// Personal: nothing of it is rendered on the server.
export const Route = createFileRoute('/_main/admin/people/$username')({
  ssr: false,
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function AdminPerson() {
    const { username } = Route.useParams();
    return <PersonPage key={username} username={username} />;
  },
});
