import { createFileRoute } from '@tanstack/react-router';
import { OutboxPage } from '#features/admin/email/outbox-page.tsx';
import { superuserRoute } from '#lib/guards.ts';

export const Route = createFileRoute('/_main/admin/email/outbox')({
  ...superuserRoute,
  component: OutboxPage,
});
