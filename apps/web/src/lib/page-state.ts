import type { DehydratedState } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { compact, expand } from './compact-data.ts';

type Query = DehydratedState['queries'][number] & { dehydratedAt?: number };

/** A query as the page contains it: with its data as compact JSON, and without what all queries have in common. */
interface PageQuery extends Omit<Query, 'state' | 'dehydratedAt'> {
  state: Partial<Query['state']>;
  /** Undefined for a query without a result. */
  json: string | undefined;
}

interface RouterState<Q> {
  publicOrigin?: string;
  query?: { initial?: Q[] };
}

/** Replaces texts in the data of some queries, and restores them in the browser. */
export interface SharedText {
  isOf(query: Pick<Query, 'queryKey'>): boolean;
  /** Returns a function that replaces texts of a query's data. */
  share(data: unknown): (text: string) => string;
  /** Returns a function that restores the texts. It throws if one is missing. */
  read(): (text: string) => string;
}

/**
 * Writes the results of the server's queries into the page, small and deterministic: every node renders the same bytes. The
 * browser takes its current time as the time of each result. That is correct, because a cached page is purged when its
 * content changes. Also transfers the site's public origin.
 */
export function transferPageState(router: AnyRouter, shared: SharedText): void {
  const { dehydrate, hydrate } = router.options;
  if (dehydrate) {
    router.options.dehydrate = async (): Promise<RouterState<PageQuery>> => ({
      ...convert(await dehydrate(), (query: Query) => [toPage(query, shared)]),
      publicOrigin: router.options.context.publicOrigin,
    });
  }
  if (hydrate) {
    router.options.hydrate = async (state: RouterState<PageQuery>) => {
      router.options.context.publicOrigin = state.publicOrigin ?? '';
      await hydrate(convert(state, (query) => fromPage(query, shared)));
    };
  }
}

function convert<A, B>(state: RouterState<A>, change: (query: A) => B[]): RouterState<B> {
  const { query, ...others } = state;
  const { initial, ...stream } = query ?? {};
  return { ...others, ...(query && { query: { ...stream, ...(initial && { initial: initial.flatMap(change) }) } }) };
}

/** State of a query that has succeeded once. */
const succeeded: Partial<Query['state']> = {
  ...{ dataUpdateCount: 1, error: null, errorUpdateCount: 0, errorUpdatedAt: 0, fetchFailureCount: 0 },
  ...{ fetchFailureReason: null, fetchMeta: null, isInvalidated: false, status: 'success', fetchStatus: 'idle' },
};

const keep = (text: string) => text;

function toPage({ state, dehydratedAt: _, ...query }: Query, shared: SharedText): PageQuery {
  const { data, dataUpdatedAt: __, ...others } = state;
  const different = Object.entries(others).filter(([name, value]) => succeeded[name as keyof typeof others] !== value);
  const share = shared.isOf(query) && data !== undefined ? shared.share(data) : keep;
  return {
    ...query,
    state: Object.fromEntries(different),
    json: data === undefined ? undefined : JSON.stringify(compact(data, share)),
  };
}

/** Returns no query if its data is incomplete. The browser then fetches it. */
function fromPage({ json, state, ...query }: PageQuery, shared: SharedText): Query[] {
  const now = Date.now();
  try {
    const data = json === undefined ? undefined : expand(JSON.parse(json), shared.isOf(query) ? shared.read() : keep);
    return [
      { ...query, dehydratedAt: now, state: { ...(succeeded as Query['state']), ...state, data, dataUpdatedAt: now } },
    ];
  } catch {
    return [];
  }
}
