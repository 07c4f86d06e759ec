import { createFileRoute, redirect } from '@tanstack/react-router';
import { labQuery } from '#entities/lab/lab-queries.ts';
import { lessonQuery, trainingQuery } from '#entities/training/training-queries.ts';
import { LessonPage } from '#features/learn/lesson/lesson-page.tsx';
import { ensureQuery } from '#lib/ensure-query.ts';
import { loaderHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/courses/$training_/$chapter_/$subchapter')({
  staticData: { sidebar: 'own', footer: 'short' },
  loader: async ({ context: { queryClient }, params }) => {
    const outline = queryClient.prefetchQuery(trainingQuery(params.training));
    const lesson = await ensureQuery(queryClient, lessonQuery(params.subchapter), 'lesson');
    // Authors move lessons; redirect an old address to the current one.
    if (lesson.training.slug !== params.training || lesson.chapter.slug !== params.chapter) {
      throw redirect({
        to: '/courses/$training/$chapter/$subchapter',
        params: { training: lesson.training.slug, chapter: lesson.chapter.slug, subchapter: lesson.slug },
        statusCode: 301,
        replace: true,
      });
    }
    const labs = lesson.modules.filter((module) => module.kind === 'lab');
    // A lab that does not load must not fail the whole lesson.
    await Promise.all([
      // Loaded with lesson pages only.
      import('#entities/lesson/module-kinds.tsx').then(({ loadModuleKinds }) => loadModuleKinds(lesson.modules)),
      import('#features/learn/lesson/lazy-lesson-parts.tsx').then(({ loadLazyLessonParts }) => loadLazyLessonParts()),
      outline,
      ...labs.map(({ lab }) => queryClient.prefetchQuery(labQuery(lab))),
    ]);
    await ensureQuery(queryClient, trainingQuery(params.training), 'course');
    return { title: lesson.name, description: lesson.summary };
  },
  head: loaderHead,
  component: function Lesson() {
    const { training, subchapter } = Route.useParams();
    return <LessonPage training={training} subchapter={subchapter} />;
  },
});
