import { createFileRoute } from '@tanstack/react-router';
import { PublishedNotesPage } from '#features/admin/notes/published-notes-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/notes')({
  ssr: false,
  validateSearch: ({ only }: Record<string, unknown>) =>
    searchOf({ only: only === 'hidden' ? ('hidden' as const) : undefined }),
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function AdminNotes() {
    return <PublishedNotesPage search={Route.useSearch()} />;
  },
});
