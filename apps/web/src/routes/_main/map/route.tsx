import { createFileRoute } from '@tanstack/react-router';
import { MapPage } from '#features/map/map-page.tsx';
import { loadAtlas } from '#features/map/use-atlas.ts';
import { pageHead } from '#lib/head.ts';
import { NotFoundPage } from '#shell/not-found-page.tsx';

export const Route = createFileRoute('/_main/map')({
  staticData: { sidebar: 'overlay', footer: false, focus: 'keep' },
  validateSearch: (search: Record<string, unknown>): { view?: 'list' } =>
    search.view === 'list' ? { view: 'list' } : {},
  loader: async ({ context }) => {
    await loadAtlas(context.queryClient);
  },
  head: () =>
    pageHead({
      title: 'The Hexmap',
      description: 'Explore hacking and security through the course map and follow your chosen path.',
    }),
  component: MapRoute,
  // Instead of the map, not within it: there is nothing to show at such an address.
  notFoundComponent: ({ data }) => <NotFoundPage data={data} />,
});

function MapRoute() {
  const { view = 'map' } = Route.useSearch();
  return <MapPage view={view} />;
}
