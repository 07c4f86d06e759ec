import type { EndpointAnswer, EndpointKey } from '@hexpedition/contract';
import {
  type DataTag,
  type DefaultError,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { Api, ApiInput } from './api.ts';
import { isApiError, logApiError } from './api-error.ts';
import { useSession } from './session.ts';

type ReadKey = Extract<EndpointKey, `GET ${string}`>;

interface QueryFlags {
  /** The answer depends on the user: refetched when the visitor turns out to be logged in. */
  viewer?: boolean;
  /** Polls in the background: ignored by the progress bar. */
  quiet?: boolean;
}

type Rest<K extends ReadKey> =
  Record<never, never> extends ApiInput<K>
    ? [input?: ApiInput<K>, flags?: QueryFlags]
    : [input: ApiInput<K>, flags?: QueryFlags];

/**
 * Query options for one call: `endpointQuery('GET /api/training/:slug', { params: { slug } })`. The key is
 * `[endpoint, input]`; the client's default `queryFn` makes the call from it, so the options need no client.
 */
export function endpointQuery<K extends ReadKey>(endpoint: K, ...[input, flags]: Rest<K>) {
  return queryOptions<EndpointAnswer<K>, DefaultError, EndpointAnswer<K>, readonly [K, unknown]>({
    queryKey: [endpoint, input ?? {}],
    meta: { viewer: flags?.viewer ?? false, quiet: flags?.quiet ?? false },
  });
}

/**
 * Query that needs a logged-in user: disabled until there is one, so it is never part of the server's HTML. `wanted`
 * false disables it for other reasons.
 */
export function usePersonalQuery<K extends ReadKey>(options: ReturnType<typeof endpointQuery<K>>, wanted = true) {
  const session = useSession();
  return useQuery({ ...options, enabled: session !== null && wanted });
}

/** Replaces the API for a part of the page, for example in a preview that must not send anything. */
export const ApiContext = createContext<Api | null>(null);

/** Returns the API client for mutations: `useMutation({ mutationFn: (body) => api('POST /api/…', { body }) })`. */
export function useApi(): Api {
  const { api } = useRouter().options.context;
  return use(ApiContext) ?? api;
}

/** `meta: { suppress: [400] }` on a query or mutation: these statuses are expected and not logged. */
const suppressed = (meta: Record<string, unknown> | undefined) => (Array.isArray(meta?.suppress) ? meta.suppress : []);

/**
 * Replaces the cached data of a query with the result of a change. Cancels a pending call, which may still return the
 * old state.
 */
export async function setQueryResult<Answer, Key extends readonly unknown[]>(
  client: QueryClient,
  { queryKey }: { queryKey: DataTag<Key, Answer, DefaultError> },
  answer: Answer,
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Answer>(queryKey, answer);
}

/** Like `setQueryResult` for a partial update of the cached data: a pending call is repeated. */
export async function updateQueryResult<Answer, Key extends readonly unknown[]>(
  client: QueryClient,
  { queryKey }: { queryKey: DataTag<Key, Answer, DefaultError> },
  change: (before: Answer | undefined) => Answer,
): Promise<void> {
  const isPending = client.isFetching({ queryKey, exact: true }) > 0;
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Answer>(queryKey, (before: Answer | undefined) => change(before));
  if (isPending) void client.invalidateQueries({ queryKey, exact: true });
}

export function makeQueryClient(api: Api): QueryClient {
  return new QueryClient({
    // On the server the API logs errors itself.
    ...(typeof document === 'undefined'
      ? {}
      : {
          queryCache: new QueryCache({ onError: (error, { meta }) => logApiError(error, suppressed(meta)) }),
          mutationCache: new MutationCache({
            onError: (error, _variables, _result, { meta }) => logApiError(error, suppressed(meta)),
          }),
        }),
    defaultOptions: {
      // Without a connection calls fail immediately; by default they would wait for one forever.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 60_000,
        // Only retry missing responses: error responses would stay the same, and so would everything without a connection.
        retry: (count, error) => count < 2 && isApiError(error, 'network') && globalThis.navigator?.onLine !== false,
        queryFn: ({ queryKey, signal }) => {
          const [endpoint, input] = queryKey as unknown as readonly [ReadKey, never];
          return api(endpoint, input, { signal }) as Promise<unknown>;
        },
      },
    },
  });
}
