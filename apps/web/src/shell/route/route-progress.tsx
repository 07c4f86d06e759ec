import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useHydrated, useRouterState } from '@tanstack/react-router';
import css from './route-progress.module.css';

/** Everything that is on its way: a route, queries that don't poll, mutations. */
function useLoadingCount(): number {
  const queries = useIsFetching({ predicate: (query) => query.meta?.quiet !== true && query.state.data === undefined });
  const mutations = useIsMutating();
  const route = useRouterState({ select: (state) => state.isLoading });
  return queries + mutations + (route ? 1 : 0);
}

/** A line along the top; the stylesheet waits 150 ms before it shows, so that what is fast shows nothing. */
export function RouteProgress() {
  const count = useLoadingCount();
  // A personal route is loading while React wakes up the server's HTML, which says that nothing is.
  const busy = useHydrated() && count > 0;
  return <div className={css.bar} data-busy={busy} role="presentation" />;
}
