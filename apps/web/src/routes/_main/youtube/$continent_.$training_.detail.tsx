import { createFileRoute } from '@tanstack/react-router';
import { trainingQuery } from '#entities/training/training-queries.ts';
import { loadTitle } from '#features/map/atlas/use-atlas.ts';
import { MapDetail } from '#features/map/overlay/lazy-map-detail.ts';
import { ensureQuery } from '#lib/ensure-query.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/youtube/$continent_/$training_/detail')({
  codeSplitGroupings: [['component'], ['notFoundComponent']],
  loader: async ({ context, params }) => {
    const title = await loadTitle(context.queryClient, 'hexmapYT', params);
    await Promise.all([
      ensureQuery(context.queryClient, trainingQuery(params.training), 'course'),
      MapDetail.preload?.(),
    ]);
    return title;
  },
  head: ({ loaderData }) => pageHead({ title: loaderData ?? 'Not Found' }),
});
