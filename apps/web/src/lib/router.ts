import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { drawnPaths } from '#entities/map/drawn-paths.ts';
import { ErrorPage } from '#shell/messages/error-page.tsx';
import { NotFoundPage } from '#shell/messages/not-found-page.tsx';
import { routeTree } from '../routeTree.gen.ts';
import type { Api } from './api.ts';
import { transferPageState } from './page-state.ts';
import { makeQueryClient } from './query.ts';

export interface RouterContext {
  api: Api;
  queryClient: QueryClient;
  /** Origin of the site's public URL, for canonical links; visitors may use another one. */
  publicOrigin: string;
  /** Path of the canonical link, if it is not the path of the route. Only while the server renders. */
  canonicalPath?: string | undefined;
}

/** Creates a router with its query client: one per request on the server, one per page load in the browser. */
export function makeRouter({
  api,
  publicOrigin = '',
  canonicalPath,
}: Pick<RouterContext, 'api' | 'canonicalPath'> & { publicOrigin?: string }) {
  const queryClient = makeQueryClient(api);
  const router = createRouter({
    routeTree,
    context: { api, queryClient, publicOrigin, canonicalPath },
    defaultPreload: 'intent',
    // Queries decide what is fresh; the router caches nothing itself.
    defaultPreloadStaleTime: 0,
    defaultStaleTime: 0,
    scrollRestoration: shouldScroll(),
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });
  setupRouterSsrQueryIntegration({ router, queryClient });
  transferPageState(router, drawnPaths(router));
  return router;
}

/**
 * The router scrolls after rendering a route: to the top or to the stored position. The first page of a page load is
 * already in position, because the browser or an inline script has scrolled it after a reload, and users can scroll
 * before hydration. So hydration must not scroll a page that is scrolled already: readers would lose their place, and a
 * press that begins at that moment would hit something else.
 */
function shouldScroll(): (drawn: { location: { pathname: string } }) => boolean {
  if (typeof document === 'undefined') return () => true;
  let opened: string | undefined = document.location.pathname;
  return ({ location }) => {
    const isOpened = location.pathname === opened;
    opened = undefined;
    return !isOpened || scrollY === 0;
  };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
  interface StaticDataRouteOption {
    /** `menu`: beside the page. `overlay`: over the page, as on the map. `own`: the page has its own side tree. */
    sidebar?: 'menu' | 'overlay' | 'own';
    /** `short`: one line, for pages that fill the window. */
    footer?: 'full' | 'short';
    /** `keep`: navigation within this route does not move the focus (the map). */
    focus?: 'heading' | 'keep';
    /** Parts of the page to which links at its start lead, besides the content. */
    skipTo?: readonly { id: string; text: string }[];
    /** For a page whose head is defined by its parent route (the account). */
    title?: string;
    /** The address is a secret link from a mail: it must not be written into the page. */
    secret?: boolean;
    /** `ignore`: analytics ignore this page and its children. */
    analytics?: 'ignore';
  }
}
