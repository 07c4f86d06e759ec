import { createFileRoute } from '@tanstack/react-router';
import { LabPage } from '#features/labs/lab-page.tsx';
import { labFlagsQuery, labQuery } from '#features/labs/queries.ts';
import { pageHead } from '#lib/head.ts';
import { ensure } from '#lib/load.ts';

export const Route = createFileRoute('/_main/lab/$slug')({
  loader: async ({ context: { queryClient }, params }) => {
    const [lab] = await Promise.all([
      ensure(queryClient, labQuery(params.slug), 'lab'),
      queryClient.prefetchQuery(labFlagsQuery(params.slug)),
    ]);
    return { name: lab.name, summary: lab.summary };
  },
  head: ({ loaderData }) =>
    loaderData ? pageHead({ title: `${loaderData.name} Lab`, description: loaderData.summary }) : {},
  component: function Lab() {
    return <LabPage slug={Route.useParams().slug} />;
  },
});
