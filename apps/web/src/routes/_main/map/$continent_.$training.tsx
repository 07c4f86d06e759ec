import { createFileRoute } from '@tanstack/react-router';
import { titleOf } from '#features/map/atlas/selection.ts';
import { loadSelection } from '#features/map/atlas/use-atlas.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/map/$continent_/$training')({
  codeSplitGroupings: [['component'], ['notFoundComponent']],
  loader: async ({ context, params }) => titleOf(await loadSelection(context.queryClient, params)),
  head: ({ loaderData }) => pageHead({ title: loaderData ?? 'Not Found' }),
});
