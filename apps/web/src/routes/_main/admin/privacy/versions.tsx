import { createFileRoute } from '@tanstack/react-router';
import { VersionsPage } from '#features/admin/privacy/versions-page.tsx';
import { superuserRoute } from '#lib/guards.ts';

export const Route = createFileRoute('/_main/admin/privacy/versions')({
  ...superuserRoute,
  component: VersionsPage,
});
