import { createFileRoute } from '@tanstack/react-router';
import { MailTemplatesPage } from '#features/admin/email/mail-templates/mail-templates-page.tsx';
import { superuserRoute } from '#lib/guards.ts';

export const Route = createFileRoute('/_main/admin/email/templates/')({
  ...superuserRoute,
  component: MailTemplatesPage,
});
