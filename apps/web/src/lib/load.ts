import type { EndpointAnswer, EndpointKey } from '@hexpedition/contract';
import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { isApiError } from './api-error.ts';

/**
 * What a loader does: makes sure that a query's answer is there. A 404 becomes the page "The {resource} could not be
 * found." (and the status 404 on the server); everything else goes to the error page.
 */
export async function ensure<K extends EndpointKey>(
  client: QueryClient,
  options: { queryKey: readonly [K, unknown]; meta?: Record<string, unknown> | undefined },
  resource = 'page',
): Promise<EndpointAnswer<K>> {
  try {
    return await client.ensureQueryData<EndpointAnswer<K>>({ queryKey: options.queryKey, meta: options.meta });
  } catch (error) {
    const isGone = isApiError(error, 'not_found');
    // An address that no lab or lesson can have, such as /lab/NO: the API refuses its form before it looks.
    const isImpossible = resource !== 'page' && isApiError(error, 'invalid_request');
    if (isGone || isImpossible) throw notFound({ data: { resource } });
    throw error;
  }
}
