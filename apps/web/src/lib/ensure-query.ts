import type { EndpointAnswer, EndpointKey } from '@hexpedition/contract';
import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { isApiError } from './api-error.ts';

/**
 * Loads a query in a route loader. A 404 becomes the page "The {resource} could not be found." (and status 404 on the
 * server); other errors go to the error page.
 */
export async function ensureQuery<K extends EndpointKey>(
  client: QueryClient,
  options: { queryKey: readonly [K, unknown]; meta?: Record<string, unknown> | undefined },
  resource = 'page',
): Promise<EndpointAnswer<K>> {
  try {
    return await client.ensureQueryData<EndpointAnswer<K>>({ queryKey: options.queryKey, meta: options.meta });
  } catch (error) {
    const isMissing = isApiError(error, 'not_found');
    // An invalid slug, such as /lab/NO: the API rejects its format.
    const isImpossible = resource !== 'page' && isApiError(error, 'invalid_request');
    if (isMissing || isImpossible) throw notFound({ data: { resource } });
    throw error;
  }
}
