import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { isApiError } from './api-error.ts';

type Loadable<T, K extends QueryKey> = Pick<UseQueryOptions<T, Error, T, K>, 'queryKey'> & { queryFn?: unknown };

/**
 * What a loader does: makes sure that a query's answer is there. A 404 becomes the page "The {resource} could not be
 * found." (and the status 404 on the server); everything else goes to the error page.
 */
export async function ensure<T, K extends QueryKey>(
  client: QueryClient,
  options: Loadable<T, K>,
  resource = 'page',
): Promise<T> {
  try {
    return await client.ensureQueryData<T, Error, T, K>(
      options as Parameters<typeof client.ensureQueryData<T, Error, T, K>>[0],
    );
  } catch (error) {
    if (isApiError(error, 'not_found')) throw notFound({ data: { resource } });
    throw error;
  }
}
