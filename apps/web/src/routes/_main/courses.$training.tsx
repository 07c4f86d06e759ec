import { createFileRoute } from '@tanstack/react-router';
import { trainingQuery } from '#entities/training/training-queries.ts';
import { TrainingPage } from '#features/learn/training/training-page.tsx';
import { ensureQuery } from '#lib/ensure-query.ts';
import { loaderHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/courses/$training')({
  loader: async ({ context, params }) => {
    const { name, summary } = await ensureQuery(context.queryClient, trainingQuery(params.training), 'course');
    return { title: name, description: summary };
  },
  head: loaderHead,
  component: function Training() {
    return <TrainingPage slug={Route.useParams().training} />;
  },
});
