import { createFileRoute } from '@tanstack/react-router';
import { MailTemplatePage } from '#features/admin/email/mail-templates/mail-template-page.tsx';
import { superuserRoute } from '#lib/guards.ts';

export const Route = createFileRoute('/_main/admin/email/templates/$kind')({
  ...superuserRoute,
  component: function AdminMailTemplate() {
    const { kind } = Route.useParams();
    return <MailTemplatePage key={kind} kind={kind} />;
  },
});
