import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#features/legal/legal-page.tsx';
import { privacyFactsQuery } from '#features/legal/legal-queries.ts';
import { ensureQuery } from '#lib/ensure-query.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/legal')({
  loader: ({ context }) => ensureQuery(context.queryClient, privacyFactsQuery),
  head: () =>
    pageHead({
      title: 'Legal',
      description: 'The licence of Hexpedition, the data that this site stores and loads, and the rules of the labs.',
    }),
  component: LegalPage,
});
