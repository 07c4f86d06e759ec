import { createFileRoute } from '@tanstack/react-router';
import { LessonEditorPage } from '#features/authoring/lesson/lesson-editor-page.tsx';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_main/admin/training/$training/$chapter/$subchapter')({
  ...superuserRoute,
  staticData: { sidebar: 'own', footer: 'short' },
  validateSearch: ({ view }: Record<string, unknown>) =>
    searchOf({ view: view === 'revisions' ? ('revisions' as const) : undefined }),
  component: function AdminLesson() {
    const { training, subchapter } = Route.useParams();
    const { view } = Route.useSearch();
    return <LessonEditorPage training={training} subchapter={subchapter} showsRevisions={view === 'revisions'} />;
  },
});
