import { createFileRoute } from '@tanstack/react-router';
import { StatusPage } from '#features/admin/status/status-page.tsx';
import { superuserRoute } from '#lib/guards.ts';

export const Route = createFileRoute('/_main/admin/status')({
  ...superuserRoute,
  component: StatusPage,
});
