import { createFileRoute } from '@tanstack/react-router';
import { headOf } from '#features/labs/head-of.ts';
import { trainingQuery } from '#features/learn/queries.ts';
import { TrainingPage } from '#features/learn/training-page.tsx';
import { ensure } from '#lib/load.ts';

export const Route = createFileRoute('/_main/courses/$training')({
  loader: async ({ context, params }) => {
    const { name, summary } = await ensure(context.queryClient, trainingQuery(params.training), 'training');
    return { title: name, description: summary };
  },
  head: headOf,
  component: function Training() {
    return <TrainingPage slug={Route.useParams().training} />;
  },
});
