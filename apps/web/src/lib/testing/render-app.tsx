import type { Features, User } from '@hexpedition/contract';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createContext, type ReactNode, use } from 'react';
import { featuresQuery } from '#entities/site/use-features.ts';
import type { Api } from '../api.ts';
import { makeQueryClient } from '../query.ts';
import { storeSession } from '../session.ts';
import { buildFeatures, buildSignedIn } from './builders.ts';
import { type Answers, fakeApi } from './fake-api.ts';

interface Options {
  /** Responses of the server; any other call fails the test. */
  answers?: Answers;
  /** Changes to `buildFeatures()`; known to every page from the start. */
  features?: Partial<Features>;
  /** The logged-in user; a visitor if omitted. */
  user?: User;
  /** Path of the page. */
  path?: string;
  /** Fills the query cache before rendering: `(client) => client.setQueryData(labsQuery.queryKey, …)`. */
  seed?: (client: QueryClient) => void;
}

const Shown = createContext<ReactNode>(null);

// The element is rendered at every path, so navigation changes only the path.
const root = createRootRouteWithContext<{ api: Api; queryClient: QueryClient }>()({ component: () => use(Shown) });
const anywhere = createRoute({ getParentRoute: () => root, path: '$' });
const start = createRoute({ getParentRoute: () => root, path: '/' });
const routeTree = root.addChildren([start, anywhere]);

/**
 * Renders an element with everything that components expect: router, query client, fake API and optionally a logged-in
 * user. Without layouts or other pages.
 */
export async function renderApp(element: ReactNode, { answers = {}, features, user, path = '/', seed }: Options = {}) {
  if (user) storeSession(buildSignedIn(user));
  const server = fakeApi(answers);
  const client = makeQueryClient(server.api);
  client.setQueryData(featuresQuery.queryKey, buildFeatures(features));
  seed?.(client);
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree, history, context: { api: server.api, queryClient: client } });
  await router.load();
  const tree = (shown: ReactNode) => (
    <QueryClientProvider client={client}>
      <Shown value={shown}>
        <RouterProvider router={router as never} />
      </Shown>
    </QueryClientProvider>
  );
  const view = render(tree(element));
  return {
    ...view,
    rerender: (shown: ReactNode) => view.rerender(tree(shown)),
    /** Simulates user input. */
    person: userEvent.setup({ delay: null }),
    /** The fake API: received calls, and a way to change its responses. */
    server,
    client,
    /** Navigates, as a link does. */
    go: (href: string) => router.navigate({ href }),
    /** Current path and query. */
    path: () => history.location.href,
    /** Current history state. */
    state: () => history.location.state,
  };
}
