import { createFileRoute } from '@tanstack/react-router';
import { MailTemplatePage } from '#features/admin/email/mail-templates/mail-template-page.tsx';
import { requireSuperuser } from '#lib/guards.ts';
import { pageHead } from '#lib/head.ts';

// Personal page: not rendered on the server.
export const Route = createFileRoute('/_main/admin/email/templates/$kind')({
  ssr: false,
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
  component: function AdminMailTemplate() {
    const { kind } = Route.useParams();
    return <MailTemplatePage key={kind} kind={kind} />;
  },
});
