import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { ErrorPage } from '#shell/messages/error-page.tsx';
import { NotFoundPage } from '#shell/messages/not-found-page.tsx';
import { routeTree } from '../routeTree.gen.ts';
import type { Api } from './api.ts';
import { makeQueryClient } from './query.ts';
import { steadyHydration } from './steady-hydration.ts';

export interface RouterContext {
  api: Api;
  queryClient: QueryClient;
  /** Scheme and host of the site's own address, for canonical links; visitors may have come by another one. */
  publicOrigin: string;
}

/** A router and a query client of their own: one a request on the server, one a page load in the browser. */
export function makeRouter({ api, publicOrigin = '' }: { api: Api; publicOrigin?: string }) {
  const queryClient = makeQueryClient(api);
  const router = createRouter({
    routeTree,
    context: { api, queryClient, publicOrigin },
    defaultPreload: 'intent',
    // Queries decide what is fresh; the router keeps nothing of its own.
    defaultPreloadStaleTime: 0,
    defaultStaleTime: 0,
    scrollRestoration: scrollsAfter(),
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });
  setupRouterSsrQueryIntegration({ router, queryClient });
  steadyHydration(router);
  return router;
}

/**
 * The router scrolls whenever a route is drawn: to the top, or to where one was. The page that the browser opens is
 * already where it belongs, since a script in it has scrolled it after a reload, and it can be read and scrolled before it
 * is awake. So its waking leaves a page that is scrolled where it is: otherwise readers lose their place, and a press that
 * begins in that moment ends on something else.
 */
function scrollsAfter(): (drawn: { location: { pathname: string } }) => boolean {
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
    /** `menu`: beside the page. `overlay`: over it, as on the map. `own`: the page brings its own side tree. */
    sidebar?: 'menu' | 'overlay' | 'own';
    /** `short`: one line, where the page fills the window. */
    footer?: 'full' | 'short';
    /** `keep`: moving within this route leaves the focus where it is (the map). */
    focus?: 'heading' | 'keep';
    /** Of a page whose head is its parent route's (the account). */
    title?: string;
    /** The address is a link from a mail, which opens something: it must not be written into the page. */
    secret?: boolean;
    /** `ignore`: whoever counts page views does not hear of this page, nor of those below it. */
    analytics?: 'ignore';
  }
}
