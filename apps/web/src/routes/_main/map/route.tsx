import { createFileRoute } from '@tanstack/react-router';
import { loadAtlas } from '#features/map/atlas/use-atlas.ts';
import { loadList } from '#features/map/lazy-map-list.ts';
import { MapPage } from '#features/map/map-page.tsx';
import { mapSkipTargets } from '#features/map/map-skip-targets.ts';
import { NotOnMap } from '#features/map/not-on-map.tsx';
import { pageHead, siteName } from '#lib/head.ts';
import { searchOf } from '#lib/route-search.ts';

export const Route = createFileRoute('/_main/map')({
  codeSplitGroupings: [['component'], ['notFoundComponent']],
  staticData: { sidebar: 'overlay', footer: 'short', focus: 'keep', skipTo: mapSkipTargets },
  validateSearch: (search: Record<string, unknown>) =>
    searchOf({ view: search.view === 'list' ? ('list' as const) : undefined }),
  loader: async ({ context, location }) => {
    await Promise.all([loadAtlas(context.queryClient, 'hexmap'), loadList(location.search)]);
  },
  head: ({ match }) =>
    pageHead(
      match.status === 'notFound'
        ? { title: 'Not Found', noindex: true }
        : {
            title: 'The Hexmap',
            // The server renders the map for visitors of `/`. Their search results name the site.
            ...(match.context.canonicalPath === '/' ? { wholeTitle: `${siteName}: learn hacking by doing it` } : {}),
            description: 'Explore hacking and security through the course map and follow your chosen path.',
          },
    ),
  component: MapRoute,
  // Replaces the map, because the address matches no place on it.
  notFoundComponent: (props) => <NotOnMap {...props} hexmap="hexmap" />,
});

function MapRoute() {
  const { view = 'map' } = Route.useSearch();
  return <MapPage hexmap="hexmap" view={view} />;
}
