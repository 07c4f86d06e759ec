import type { DehydratedState } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';

interface Carried {
  publicOrigin?: string;
  query?: { initial?: (DehydratedState['queries'][number] & { dehydratedAt?: number })[] };
}

/**
 * Takes the clock out of the HTML. The server writes a constant for the time of each answer, so that one page is the
 * same bytes on every node; the browser puts "now" in its place, since a cached page is dropped when its content
 * changes and is therefore as fresh as an answer would be. The site's own address travels along.
 */
export function steadyHydration(router: AnyRouter) {
  const { dehydrate, hydrate } = router.options;
  if (dehydrate) {
    router.options.dehydrate = async () => {
      const data: Carried = await dehydrate();
      stamp(data, 1);
      return { ...data, publicOrigin: router.options.context.publicOrigin };
    };
  }
  if (hydrate) {
    router.options.hydrate = async (data: Carried) => {
      stamp(data, Date.now());
      router.options.context.publicOrigin = data.publicOrigin ?? '';
      await hydrate(data);
    };
  }
}

function stamp(data: Carried, time: number) {
  for (const query of data.query?.initial ?? []) {
    query.state.dataUpdatedAt = time;
    if (query.dehydratedAt !== undefined) query.dehydratedAt = time;
  }
}
