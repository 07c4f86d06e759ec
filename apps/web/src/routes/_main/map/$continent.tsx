import { createFileRoute } from '@tanstack/react-router';
import { loadTitle } from '#features/map/atlas/use-atlas.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/map/$continent')({
  codeSplitGroupings: [['component'], ['notFoundComponent']],
  loader: ({ context, params }) => loadTitle(context.queryClient, 'hexmap', params),
  head: ({ loaderData }) => pageHead({ title: loaderData ?? 'Not Found' }),
});
