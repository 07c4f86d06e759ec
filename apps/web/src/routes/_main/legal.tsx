import { createFileRoute } from '@tanstack/react-router';
import { pageHead } from '#lib/head.ts';
import { LegalPage } from '#shell/legal-page.tsx';

export const Route = createFileRoute('/_main/legal')({
  head: () =>
    pageHead({
      title: 'Legal',
      description: 'The licence of Hexpedition, what this site stores, and the rules of the labs.',
    }),
  component: LegalPage,
});
