import { createFileRoute, notFound } from '@tanstack/react-router';
import { headOf } from '#features/labs/head-of.ts';
import { ChapterPage } from '#features/learn/chapter-page.tsx';
import { trainingQuery } from '#features/learn/queries.ts';
import { ensure } from '#lib/load.ts';

export const Route = createFileRoute('/_main/courses/$training_/$chapter')({
  loader: async ({ context, params }) => {
    const training = await ensure(context.queryClient, trainingQuery(params.training), 'training');
    const chapter = training.chapters.find(({ slug }) => slug === params.chapter);
    if (!chapter) throw notFound({ data: { resource: 'chapter' } });
    return { title: chapter.name, description: `A chapter of ${training.name}: ${training.summary}` };
  },
  head: headOf,
  component: function Chapter() {
    return <ChapterPage {...Route.useParams()} />;
  },
});
