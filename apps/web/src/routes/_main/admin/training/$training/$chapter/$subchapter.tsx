import { createFileRoute } from '@tanstack/react-router';
import { LessonEditorPage } from '#features/authoring/lesson/lesson-editor-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/training/$training/$chapter/$subchapter')({
  ssr: false,
  staticData: { sidebar: 'own', footer: 'short' },
  validateSearch: ({ view }: Record<string, unknown>) =>
    searchOf({ view: view === 'revisions' ? ('revisions' as const) : undefined }),
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function AdminLesson() {
    const { training, subchapter } = Route.useParams();
    const { view } = Route.useSearch();
    return <LessonEditorPage training={training} subchapter={subchapter} showsRevisions={view === 'revisions'} />;
  },
});
