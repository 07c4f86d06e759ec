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

interface QueryNature {
  /** The answer depends on who asks: it is fetched again when the visitor turns out to be signed in. */
  viewer?: boolean;
  /** Polls in the background: the progress bar ignores it. */
  quiet?: boolean;
}

type Rest<K extends ReadKey> =
  Record<never, never> extends ApiInput<K>
    ? [input?: ApiInput<K>, nature?: QueryNature]
    : [input: ApiInput<K>, nature?: QueryNature];

/**
 * The query options of one call: `endpointQuery('GET /api/training/:slug', { params: { slug } })`. The key is
 * `[endpoint, input]`, and the client's default `queryFn` makes the call from it, so options need no client at hand.
 */
export function endpointQuery<K extends ReadKey>(endpoint: K, ...[input, nature]: Rest<K>) {
  return queryOptions<EndpointAnswer<K>, DefaultError, EndpointAnswer<K>, readonly [K, unknown]>({
    queryKey: [endpoint, input ?? {}],
    meta: { viewer: nature?.viewer ?? false, quiet: nature?.quiet ?? false },
  });
}

/**
 * For what needs a signed-in user: waits until there is one, so it is never part of the server's HTML. `wanted` false
 * holds it back for a reason of the page's own.
 */
export function usePersonalQuery<K extends ReadKey>(options: ReturnType<typeof endpointQuery<K>>, wanted = true) {
  const session = useSession();
  return useQuery({ ...options, enabled: session !== null && wanted });
}

/** Stands in for the API below it, where a part of a page must not send what it usually sends. */
export const ApiContext = createContext<Api | null>(null);

/** The client of the API, for mutations: `useMutation({ mutationFn: (body) => api('POST /api/…', { body }) })`. */
export function useApi(): Api {
  const { api } = useRouter().options.context;
  return use(ApiContext) ?? api;
}

/** `meta: { suppress: [400] }` on a query or mutation: these statuses are part of its normal life, not for the console. */
const suppressed = (meta: Record<string, unknown> | undefined) => (Array.isArray(meta?.suppress) ? meta.suppress : []);

/**
 * Puts the answer of a change in place of what a query knows. A call that is on its way may carry the state from before
 * the change: it is given up.
 */
export async function putAnswer<Answer, Key extends readonly unknown[]>(
  client: QueryClient,
  { queryKey }: { queryKey: DataTag<Key, Answer, DefaultError> },
  answer: Answer,
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Answer>(queryKey, answer);
}

/** The same for an answer that holds only a part of what the query knows: a call that is on its way is made again. */
export async function putPart<Answer, Key extends readonly unknown[]>(
  client: QueryClient,
  { queryKey }: { queryKey: DataTag<Key, Answer, DefaultError> },
  change: (before: Answer | undefined) => Answer,
): Promise<void> {
  const isOnItsWay = client.isFetching({ queryKey, exact: true }) > 0;
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Answer>(queryKey, (before: Answer | undefined) => change(before));
  if (isOnItsWay) void client.invalidateQueries({ queryKey, exact: true });
}

export function makeQueryClient(api: Api): QueryClient {
  return new QueryClient({
    // On the server the API logs for itself.
    ...(typeof document === 'undefined'
      ? {}
      : {
          queryCache: new QueryCache({ onError: (error, { meta }) => logApiError(error, suppressed(meta)) }),
          mutationCache: new MutationCache({
            onError: (error, _variables, _result, { meta }) => logApiError(error, suppressed(meta)),
          }),
        }),
    defaultOptions: {
      // Without a connection a call fails at once and says so. The default would wait for one, and spin for ever.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 60_000,
        // Only a missing answer is worth a second attempt: an answer, however bad, stays the same.
        retry: (count, error) => count < 2 && isApiError(error, 'network'),
        queryFn: ({ queryKey, signal }) => {
          const [endpoint, input] = queryKey as unknown as readonly [ReadKey, never];
          return api(endpoint, input, { signal }) as Promise<unknown>;
        },
      },
    },
  });
}
