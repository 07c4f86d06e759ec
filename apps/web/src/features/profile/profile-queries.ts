import { endpointQuery } from '#lib/query.ts';

/**
 * A profile by slug or username, in lower case like slugs. The server caches pages by the requested path, so that every
 * spelling shows the same profile and is removed from the cache when the profile changes. The owner sees more than
 * others.
 */
export const profileQuery = (name: string) =>
  endpointQuery('GET /api/account/profile/:username', { params: { username: name.toLowerCase() } }, { viewer: true });
