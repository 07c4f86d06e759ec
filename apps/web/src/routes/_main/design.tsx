import { createFileRoute, notFound } from '@tanstack/react-router';
import { lazy } from 'react';
import { pageHead } from '#lib/head.ts';

// The condition is a constant in a build, so that nothing of the page is in production.
const DesignPage = import.meta.env.DEV
  ? lazy(() => import('#features/design/design-page.tsx').then((module) => ({ default: module.DesignPage })))
  : () => null;

export const Route = createFileRoute('/_main/design')({
  // In a build the server has to say 404; in development the page is the browser's alone.
  ssr: !import.meta.env.DEV,
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound({ data: { resource: 'page' } });
  },
  head: () => pageHead({ title: 'Design', noindex: true }),
  component: DesignPage,
});
