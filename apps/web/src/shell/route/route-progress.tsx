import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useHydrated, useRouterState } from '@tanstack/react-router';
import css from './route-progress.module.css';

/** Number of pending operations: route, first loads of queries, mutations. */
function useLoadingCount(): number {
  const queries = useIsFetching({ predicate: (query) => query.meta?.quiet !== true && query.state.data === undefined });
  const mutations = useIsMutating();
  const route = useRouterState({ select: (state) => state.isLoading });
  return queries + mutations + (route ? 1 : 0);
}

/** Progress line at the top. CSS delays it by 150 ms, so that fast operations show nothing. */
export function RouteProgress() {
  const count = useLoadingCount();
  // The server's HTML has no progress, but a personal route loads during hydration.
  const busy = useHydrated() && count > 0;
  return <div className={css.bar} data-busy={busy} role="presentation" />;
}
