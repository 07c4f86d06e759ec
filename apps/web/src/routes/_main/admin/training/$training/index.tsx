import { createFileRoute } from '@tanstack/react-router';
import { AuthoredTrainingPage } from '#features/authoring/training/authored-training-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/training/$training/')({
  ssr: false,
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function AdminTraining() {
    const { training } = Route.useParams();
    return <AuthoredTrainingPage key={training} training={training} />;
  },
});
