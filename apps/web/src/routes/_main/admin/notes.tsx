import { createFileRoute } from '@tanstack/react-router';
import { PublishedNotesPage } from '#features/admin/notes/published-notes-page.tsx';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_main/admin/notes')({
  ...superuserRoute,
  validateSearch: ({ only }: Record<string, unknown>) =>
    searchOf({ only: only === 'hidden' ? ('hidden' as const) : undefined }),
  component: function AdminNotes() {
    return <PublishedNotesPage search={Route.useSearch()} />;
  },
});
