import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#features/legal/legal-page.tsx';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/legal')({
  head: () =>
    pageHead({
      title: 'Legal',
      description: 'The licence of Hexpedition, what this site stores, and the rules of the labs.',
    }),
  component: LegalPage,
});
