import type { ReactNode } from 'react';
import { Page } from '#ui/page.tsx';
import { PageLinks } from '#ui/page-links.tsx';

const pages = [
  { to: '/admin/privacy', name: 'Rates' },
  { to: '/admin/privacy/edit', name: 'Configuration' },
  { to: '/admin/privacy/versions', name: 'Versions' },
  { to: '/admin/privacy/records', name: 'Receipts' },
] as const;

interface Props {
  title: string;
  lead: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** Frame of the consent pages: title, lead and links between them. */
export const PrivacyFrame = ({ title, lead, action, children }: Props) => (
  <Page title={title} label={title === 'Consent' ? 'Admin' : 'Consent'} lead={lead} action={action}>
    <PageLinks label="Consent" pages={pages} />
    {children}
  </Page>
);
