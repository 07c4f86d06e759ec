import { createFileRoute } from '@tanstack/react-router';
import { labFlagsQuery, labQuery } from '#entities/lab/lab-queries.ts';
import { LabPage } from '#features/labs/lab-page/lab-page.tsx';
import { ensureQuery } from '#lib/ensure-query.ts';
import { loaderHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/lab/$slug')({
  validateSearch: ({ bench }: Record<string, unknown>): { bench?: 'repair' } => (bench === 'repair' ? { bench } : {}),
  loader: async ({ context: { queryClient }, params }) => {
    const [lab] = await Promise.all([
      ensureQuery(queryClient, labQuery(params.slug), 'lab'),
      queryClient.prefetchQuery(labFlagsQuery(params.slug)),
    ]);
    return { title: `${lab.name} Lab`, description: lab.summary };
  },
  head: loaderHead,
  component: function Lab() {
    const { slug } = Route.useParams();
    const { bench } = Route.useSearch();
    // A key per lab, so that each lab has its own bench state.
    return <LabPage key={slug} slug={slug} isRepair={bench === 'repair'} />;
  },
});
