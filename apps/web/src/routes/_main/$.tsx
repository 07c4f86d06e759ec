import { createFileRoute, notFound } from '@tanstack/react-router';
import { pageHead } from '#lib/head.ts';

/** Any unknown path: renders the default "not found" component within the main layout. */
export const Route = createFileRoute('/_main/$')({
  beforeLoad: () => {
    throw notFound({ data: { resource: 'page' } });
  },
  head: () => pageHead({ title: 'Not Found', noindex: true }),
});
