import { createFileRoute } from '@tanstack/react-router';
import { isPart, type Part } from '#features/admin/privacy/edit/config-parts.ts';
import { EditPrivacyPage } from '#features/admin/privacy/edit/edit-privacy-page.tsx';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_main/admin/privacy/edit')({
  ...superuserRoute,
  validateSearch: ({ part }: Record<string, unknown>): { part?: Part } =>
    searchOf({ part: isPart(part) ? part : undefined }),
  component: function EditPrivacy() {
    return <EditPrivacyPage part={Route.useSearch().part} />;
  },
});
