import type { AuthoredLesson } from '@hexpedition/contract';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { authoredLessonQuery } from '#features/authoring/authoring-queries.ts';
import { LessonEditorPage } from '#features/authoring/lesson/lesson-editor-page.tsx';
import { ensureQuery } from '#lib/ensure-query.ts';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_main/admin/training/$training/$chapter/$subchapter')({
  ...superuserRoute,
  staticData: { sidebar: 'own', footer: 'short' },
  validateSearch: ({ view }: Record<string, unknown>) =>
    searchOf({ view: view === 'revisions' ? ('revisions' as const) : undefined }),
  loader: async ({ context: { queryClient }, params, location }) => {
    const query = authoredLessonQuery(params.subchapter);
    const isHere = ({ training, chapter }: AuthoredLesson) =>
      training.slug === params.training && chapter.slug === params.chapter;
    let lesson = await ensureQuery(queryClient, query, 'lesson');
    // The cached lesson may be older than its last move.
    if (!isHere(lesson)) lesson = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    if (isHere(lesson)) return;
    throw redirect({
      to: '/admin/training/$training/$chapter/$subchapter',
      params: { training: lesson.training.slug, chapter: lesson.chapter.slug, subchapter: lesson.slug },
      search: location.search,
      replace: true,
    });
  },
  component: function AdminLesson() {
    const { training, subchapter } = Route.useParams();
    const { view } = Route.useSearch();
    return <LessonEditorPage training={training} subchapter={subchapter} showsRevisions={view === 'revisions'} />;
  },
});
