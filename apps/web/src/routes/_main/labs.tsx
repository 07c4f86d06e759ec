import { createFileRoute } from '@tanstack/react-router';
import { readFilter } from '#features/labs/list/filter.ts';
import { LabsPage } from '#features/labs/list/labs-page.tsx';
import { labsQuery } from '#features/labs/queries.public.ts';
import { pageHead } from '#lib/head.ts';
import { ensure } from '#lib/load.ts';

export const Route = createFileRoute('/_main/labs')({
  validateSearch: readFilter,
  loader: ({ context }) => ensure(context.queryClient, labsQuery),
  head: () => pageHead({ title: 'Labs', description: 'Learn hacking through our hands-on labs' }),
  component: function Labs() {
    return <LabsPage search={Route.useSearch()} />;
  },
});
