import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '#features/admin/audit/audit-page.tsx';
import { superuserRoute } from '#lib/guards.ts';
import { searchOf } from '#lib/route-search.ts';

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined);
const day = (value: unknown) => (/^\d{4}-\d\d-\d\d$/.test(String(value)) ? String(value) : undefined);

export const Route = createFileRoute('/_main/admin/audit')({
  ...superuserRoute,
  validateSearch: ({ actor, action, subject, from, until }: Record<string, unknown>) =>
    searchOf({
      actor: text(actor),
      action: text(action),
      subject: text(subject),
      from: day(from),
      until: day(until),
    }),
  component: function AdminAudit() {
    return <AuditPage search={Route.useSearch()} />;
  },
});
