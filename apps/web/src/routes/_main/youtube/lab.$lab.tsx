import { createFileRoute } from '@tanstack/react-router';
import { loadTitle } from '#features/map/atlas/use-atlas.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/youtube/lab/$lab')({
  codeSplitGroupings: [['component'], ['notFoundComponent']],
  loader: ({ context, params }) => loadTitle(context.queryClient, 'hexmapYT', params),
  head: ({ loaderData }) => pageHead({ title: loaderData ?? 'Not Found' }),
});
