import { createFileRoute } from '@tanstack/react-router';
import { authoredTrainingQuery } from '#features/authoring/authoring-queries.ts';
import { AuthoredTrainingPage } from '#features/authoring/training/authored-training-page.tsx';
import { ensureQuery } from '#lib/ensure-query.ts';
import { superuserRoute } from '#lib/guards.ts';

export const Route = createFileRoute('/_main/admin/training/$training/')({
  ...superuserRoute,
  loader: async ({ context: { queryClient }, params }) => {
    await ensureQuery(queryClient, authoredTrainingQuery(params.training), 'course');
  },
  component: function AdminTraining() {
    const { training } = Route.useParams();
    return <AuthoredTrainingPage key={training} training={training} />;
  },
});
