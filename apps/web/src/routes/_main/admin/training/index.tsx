import { createFileRoute } from '@tanstack/react-router';
import { showsOf } from '#features/authoring/trainings/shown.ts';
import { TrainingsPage } from '#features/authoring/trainings/trainings-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// Personal: nothing of it is rendered on the server.
export const Route = createFileRoute('/_main/admin/training/')({
  ssr: false,
  validateSearch: showsOf,
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function AdminTrainings() {
    return <TrainingsPage shown={Route.useSearch()} />;
  },
});
