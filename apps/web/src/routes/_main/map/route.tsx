import { createFileRoute, type NotFoundRouteProps, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { loadAtlas } from '#features/map/atlas/use-atlas.ts';
import { MapPage } from '#features/map/map-page.tsx';
import { pageHead } from '#lib/head.ts';
import { searchOf } from '#lib/search.ts';
import { useSession } from '#lib/session.ts';
import { NotFoundPage } from '#shell/messages/not-found-page.tsx';

export const Route = createFileRoute('/_main/map')({
  codeSplitGroupings: [['component'], ['notFoundComponent']],
  staticData: { sidebar: 'overlay', footer: 'short', focus: 'keep' },
  validateSearch: (search: Record<string, unknown>) =>
    searchOf({ view: search.view === 'list' ? ('list' as const) : undefined }),
  loader: async ({ context }) => {
    await loadAtlas(context.queryClient);
  },
  head: ({ match }) =>
    pageHead(
      match.status === 'notFound'
        ? { title: 'Not Found', noindex: true }
        : {
            title: 'The Hexmap',
            description: 'Explore hacking and security through the course map and follow your chosen path.',
          },
    ),
  component: MapRoute,
  // This stands in place of the map and not within it, because there is nothing to show at such an address.
  notFoundComponent: NotOnMap,
});

/**
 * The server knows only the map for everybody; what stands only on the testers' map is found once the browser has
 * asked.
 */
function NotOnMap({ data }: NotFoundRouteProps) {
  const router = useRouter();
  const isTester = useSession()?.user.account.beta_access ?? false;
  const asked = useRef(false);
  useEffect(() => {
    if (!isTester || asked.current) return;
    asked.current = true;
    void router.invalidate();
  }, [isTester, router]);
  return <NotFoundPage data={data} />;
}

function MapRoute() {
  const { view = 'map' } = Route.useSearch();
  return <MapPage view={view} />;
}
