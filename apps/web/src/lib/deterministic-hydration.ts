import type { DehydratedState } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';

interface DehydratedData {
  publicOrigin?: string;
  query?: { initial?: (DehydratedState['queries'][number] & { dehydratedAt?: number })[] };
}

/**
 * Makes the dehydrated state deterministic. The server writes a constant for the time of each query result, so that
 * every node renders the same bytes; the browser replaces it with the current time. That is correct, because a cached
 * page is purged when its content changes. Also transfers the site's public origin.
 */
export function deterministicHydration(router: AnyRouter) {
  const { dehydrate, hydrate } = router.options;
  if (dehydrate) {
    router.options.dehydrate = async () => {
      const data: DehydratedData = await dehydrate();
      stamp(data, 1);
      return { ...data, publicOrigin: router.options.context.publicOrigin };
    };
  }
  if (hydrate) {
    router.options.hydrate = async (data: DehydratedData) => {
      stamp(data, Date.now());
      router.options.context.publicOrigin = data.publicOrigin ?? '';
      await hydrate(data);
    };
  }
}

function stamp(data: DehydratedData, time: number) {
  for (const query of data.query?.initial ?? []) {
    query.state.dataUpdatedAt = time;
    if (query.dehydratedAt !== undefined) query.dehydratedAt = time;
  }
}
