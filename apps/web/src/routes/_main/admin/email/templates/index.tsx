import { createFileRoute } from '@tanstack/react-router';
import { MailTemplatesPage } from '#features/admin/email/mail-templates/mail-templates-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/email/templates/')({
  ssr: false,
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: MailTemplatesPage,
});
