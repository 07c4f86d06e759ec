import { createFileRoute, useParams } from '@tanstack/react-router';
import { linkParts } from '#features/account/mail-links/mail-link.tsx';
import { UnsubscribePage } from '#features/account/mail-links/unsubscribe-page.tsx';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_plain/unsubscribe')({
  staticData: { analytics: 'ignore' },
  head: () => pageHead({ title: 'Unsubscribe', noindex: true }),
  component: function Unsubscribe() {
    const params = useParams({ strict: false });
    return <UnsubscribePage link={linkParts(params)} />;
  },
});
