import { createFileRoute, useParams } from '@tanstack/react-router';
import { linkParts } from '#features/account/mail-links/mail-link.tsx';
import { VerifyPage } from '#features/account/mail-links/verify-page.tsx';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_plain/verify')({
  staticData: { analytics: 'ignore' },
  head: () => pageHead({ title: 'Verify User', noindex: true }),
  component: function Verify() {
    const params = useParams({ strict: false });
    return <VerifyPage link={linkParts(params)} />;
  },
});
