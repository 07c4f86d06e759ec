import { createFileRoute } from '@tanstack/react-router';
import { trainingQuery } from '#features/learn/queries.ts';
import { TrainingPage } from '#features/learn/training-page.tsx';
import { pageHead } from '#lib/head.ts';
import { ensure } from '#lib/load.ts';

export const Route = createFileRoute('/_main/courses/$training')({
  loader: async ({ context, params }) => {
    const { name, summary } = await ensure(context.queryClient, trainingQuery(params.training), 'training');
    return { name, summary };
  },
  head: ({ loaderData }) => (loaderData ? pageHead({ title: loaderData.name, description: loaderData.summary }) : {}),
  component: function Training() {
    return <TrainingPage slug={Route.useParams().training} />;
  },
});
