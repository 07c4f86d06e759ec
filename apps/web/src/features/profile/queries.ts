import { endpointQuery } from '#lib/query.ts';

/**
 * By slug or username, in small letters, as slugs are. A page's bytes are kept by the path that was asked for, so every spelling
 * of an address shows the same profile, and its bytes are dropped when that profile changes. The owner sees more than
 * others.
 */
export const profileQuery = (name: string) =>
  endpointQuery('GET /api/account/profile/:username', { params: { username: name.toLowerCase() } }, { viewer: true });
