import { createFileRoute } from '@tanstack/react-router';
import { labQuery } from '#entities/lab/lab-queries.ts';
import { loadTitle } from '#features/map/atlas/use-atlas.ts';
import { MapDetail } from '#features/map/overlay/lazy-map-detail.ts';
import { ensureQuery } from '#lib/ensure-query.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/youtube/lab/$lab_/detail')({
  codeSplitGroupings: [['component'], ['notFoundComponent']],
  loader: async ({ context, params }) => {
    const title = await loadTitle(context.queryClient, 'hexmapYT', params);
    await Promise.all([ensureQuery(context.queryClient, labQuery(params.lab), 'lab'), MapDetail.preload?.()]);
    return title;
  },
  head: ({ loaderData }) => pageHead({ title: loaderData ?? 'Not Found' }),
});
