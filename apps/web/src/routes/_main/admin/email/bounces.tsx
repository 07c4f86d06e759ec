import { createFileRoute } from '@tanstack/react-router';
import { BouncesPage } from '#features/admin/email/bounces-page.tsx';
import { superuserRoute } from '#lib/guards.ts';

export const Route = createFileRoute('/_main/admin/email/bounces')({
  ...superuserRoute,
  component: BouncesPage,
});
