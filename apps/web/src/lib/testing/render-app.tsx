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
import { featuresQuery } from '#shell/features.ts';
import type { Api } from '../api.ts';
import { makeQueryClient } from '../query.ts';
import { storeSession } from '../session.ts';
import { buildFeatures, buildSignedIn } from './build.ts';
import { type Answers, fakeApi } from './fake-api.ts';

interface Options {
  /** What the server answers; any other call fails the test. */
  answers?: Answers;
  /** What is switched on, where it is not `buildFeatures()`; every page knows it from its first moment. */
  features?: Partial<Features>;
  /** Who is signed in; nobody if it is left out. */
  user?: User;
  /** Where the page stands. */
  path?: string;
  /** What is known before anything is asked: `(client) => client.setQueryData(labsQuery.queryKey, …)`. */
  seed?: (client: QueryClient) => void;
}

const Shown = createContext<ReactNode>(null);

// The element stands at every address, so that going somewhere else is a change of the path and nothing more.
const root = createRootRouteWithContext<{ api: Api; queryClient: QueryClient }>()({ component: () => use(Shown) });
const anywhere = createRoute({ getParentRoute: () => root, path: '$' });
const start = createRoute({ getParentRoute: () => root, path: '/' });
const routeTree = root.addChildren([start, anywhere]);

/**
 * Draws an element with everything that our components count on: a router, a query client, the API (a fake one), and a
 * user who is signed in if the test says so. No layout is around it, and no other page.
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
    /** Types and presses as a person does. */
    person: userEvent.setup({ delay: null }),
    /** What was asked of the API, and a way to change its answers. */
    server,
    client,
    /** Goes to another address, as a link does. */
    go: (href: string) => router.navigate({ href }),
    /** Path and query of where the page stands now. */
    path: () => history.location.href,
    /** The state that travels with the address. */
    state: () => history.location.state,
  };
}
