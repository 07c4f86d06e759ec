import { createFileRoute, notFound } from '@tanstack/react-router';
import { trainingQuery } from '#entities/training/training-queries.ts';
import { ChapterPage } from '#features/learn/training/chapter-page.tsx';
import { ensureQuery } from '#lib/ensure-query.ts';
import { loaderHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/courses/$training_/$chapter')({
  loader: async ({ context, params }) => {
    const training = await ensureQuery(context.queryClient, trainingQuery(params.training), 'course');
    const chapter = training.chapters.find(({ slug }) => slug === params.chapter);
    if (!chapter) throw notFound({ data: { resource: 'chapter' } });
    return { title: chapter.name, description: `A chapter of ${training.name}: ${training.summary}` };
  },
  head: loaderHead,
  component: function Chapter() {
    return <ChapterPage {...Route.useParams()} />;
  },
});
