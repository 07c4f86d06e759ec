import type { ReactNode } from 'react';
import { Page } from '#ui/page.tsx';
import { PageLinks } from '#ui/page-links.tsx';

const pages = [
  { to: '/admin/email', name: 'Announcements' },
  { to: '/admin/email/templates', name: 'Mail templates' },
  { to: '/admin/email/bounces', name: 'Bounces' },
  { to: '/admin/email/outbox', name: 'Outbox' },
] as const;

/** Frame of the mail pages: title, lead and links between them. */
export const EmailFrame = ({ lead, action, children }: { lead: string; action?: ReactNode; children: ReactNode }) => (
  <Page title="Email" label="Admin" lead={lead} action={action}>
    <PageLinks label="Email" pages={pages} />
    {children}
  </Page>
);
