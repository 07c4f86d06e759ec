import { createFileRoute } from '@tanstack/react-router';
import { NotesPage } from '#features/notes/all-notes/notes-page.tsx';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/search.ts';

export const Route = createFileRoute('/_main/notes')({
  ssr: false,
  validateSearch: ({ q }: Record<string, unknown>) =>
    searchOf({ q: typeof q === 'string' && q !== '' ? q.slice(0, 100) : undefined }),
  beforeLoad: requireUser,
  head: () => pageHead({ title: 'Notes', noindex: true }),
  component: function Notes() {
    const { q = '' } = Route.useSearch();
    return <NotesPage q={q} />;
  },
});
