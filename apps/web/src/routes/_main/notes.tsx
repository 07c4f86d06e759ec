import { createFileRoute } from '@tanstack/react-router';
import { AboutNotes } from '#features/notes/all-notes/about-notes.tsx';
import { NotesPage } from '#features/notes/all-notes/notes-page.tsx';
import { requireUser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';
import { readSession, useSession } from '#lib/session.ts';

export const Route = createFileRoute('/_main/notes')({
  ssr: false,
  validateSearch: ({ q }: Record<string, unknown>) =>
    searchOf({ q: typeof q === 'string' && q !== '' ? q.slice(0, 100) : undefined }),
  // A visitor gets an introduction instead of a redirect.
  beforeLoad: (arrival) => (readSession() ? requireUser(arrival) : undefined),
  head: () => pageHead({ title: 'Notes', noindex: true }),
  component: function Notes() {
    const { q = '' } = Route.useSearch();
    return useSession() ? <NotesPage q={q} /> : <AboutNotes />;
  },
});
