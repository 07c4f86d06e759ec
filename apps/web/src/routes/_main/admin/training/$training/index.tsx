import { createFileRoute } from '@tanstack/react-router';
import { AuthoredTrainingPage } from '#features/authoring/training/authored-training-page.tsx';
import { superuserRoute } from '#lib/guards.ts';

export const Route = createFileRoute('/_main/admin/training/$training/')({
  ...superuserRoute,
  component: function AdminTraining() {
    const { training } = Route.useParams();
    return <AuthoredTrainingPage key={training} training={training} />;
  },
});
