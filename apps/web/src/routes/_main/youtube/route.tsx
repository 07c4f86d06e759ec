import { createFileRoute } from '@tanstack/react-router';
import { loadAtlas } from '#features/map/atlas/use-atlas.ts';
import { loadList } from '#features/map/lazy-map-list.ts';
import { MapPage } from '#features/map/map-page.tsx';
import { mapSkipTargets } from '#features/map/map-skip-targets.ts';
import { NotOnMap } from '#features/map/not-on-map.tsx';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_main/youtube')({
  codeSplitGroupings: [['component'], ['notFoundComponent']],
  staticData: { sidebar: 'overlay', footer: 'short', focus: 'keep', skipTo: mapSkipTargets },
  validateSearch: (search: Record<string, unknown>) =>
    searchOf({ view: search.view === 'list' ? ('list' as const) : undefined }),
  loader: async ({ context, location }) => {
    await Promise.all([loadAtlas(context.queryClient, 'hexmapYT'), loadList(location.search)]);
  },
  head: ({ match }) =>
    pageHead(
      match.status === 'notFound'
        ? { title: 'Not Found', noindex: true }
        : {
            title: 'The Video Map',
            description: 'Explore hacking and security on a map of short videos, and follow your chosen path.',
          },
    ),
  component: MapRoute,
  // Replaces the map, because the address matches no place on it.
  notFoundComponent: (props) => <NotOnMap {...props} hexmap="hexmapYT" />,
});

function MapRoute() {
  const { view = 'map' } = Route.useSearch();
  return <MapPage hexmap="hexmapYT" view={view} />;
}
