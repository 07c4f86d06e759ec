import { createFileRoute } from '@tanstack/react-router';
import { trainingQuery } from '#features/learn/queries.public.ts';
import { titleOf } from '#features/map/atlas/selection.ts';
import { loadSelection } from '#features/map/atlas/use-atlas.ts';
import { pageHead } from '#lib/head.ts';
import { ensure } from '#lib/load.ts';

export const Route = createFileRoute('/_main/map/$continent_/$training_/detail')({
  loader: async ({ context, params }) => {
    const selection = await loadSelection(context.queryClient, params);
    await ensure(context.queryClient, trainingQuery(params.training), 'training');
    return titleOf(selection);
  },
  head: ({ loaderData }) => pageHead({ title: loaderData ?? 'Not Found' }),
});
