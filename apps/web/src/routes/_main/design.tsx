import { createFileRoute, notFound } from '@tanstack/react-router';
import { lazy } from 'react';
import { pageHead } from '#lib/head.ts';

// The condition is constant in a build, so that production does not contain the page.
const DesignPage = import.meta.env.DEV
  ? lazy(() => import('#features/design/design-page.tsx').then((module) => ({ default: module.DesignPage })))
  : () => null;

export const Route = createFileRoute('/_main/design')({
  // In a build the server must respond with 404; in development the page renders only in the browser.
  ssr: !import.meta.env.DEV,
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound({ data: { resource: 'page' } });
  },
  head: () => pageHead({ title: 'Design', noindex: true }),
  component: DesignPage,
});
