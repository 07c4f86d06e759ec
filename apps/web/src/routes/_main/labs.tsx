import { createFileRoute } from '@tanstack/react-router';
import { labsQuery } from '#entities/lab/lab-queries.ts';
import { readFilter } from '#features/labs/list/lab-filter.ts';
import { LabsPage } from '#features/labs/list/labs-page.tsx';
import { ensureQuery } from '#lib/ensure-query.ts';
import { pageHead } from '#lib/head.ts';

export const Route = createFileRoute('/_main/labs')({
  validateSearch: readFilter,
  loader: ({ context }) => ensureQuery(context.queryClient, labsQuery),
  head: () => pageHead({ title: 'Labs', description: 'Learn hacking through our hands-on labs' }),
  component: function Labs() {
    return <LabsPage search={Route.useSearch()} />;
  },
});
