import { createFileRoute, notFound } from '@tanstack/react-router';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/404/$resource')({
  beforeLoad: ({ params }) => {
    throw notFound({ data: { resource: params.resource } });
  },
  head: () => pageHead({ title: 'Not Found', noindex: true }),
});
