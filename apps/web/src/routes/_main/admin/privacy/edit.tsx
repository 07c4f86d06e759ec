import { createFileRoute } from '@tanstack/react-router';
import { isPart, type Part } from '#features/admin/privacy/edit/config-parts.ts';
import { EditPrivacyPage } from '#features/admin/privacy/edit/edit-privacy-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/privacy/edit')({
  ssr: false,
  validateSearch: ({ part }: Record<string, unknown>): { part?: Part } =>
    searchOf({ part: isPart(part) ? part : undefined }),
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function EditPrivacy() {
    return <EditPrivacyPage part={Route.useSearch().part} />;
  },
});
