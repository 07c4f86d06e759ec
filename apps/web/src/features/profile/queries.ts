import { endpointQuery } from '#lib/query.ts';

/**
 * In small letters, as slugs are: the page's bytes are kept by the path that was asked, so every spelling of an address
 * shows one profile and goes when that changes. Its owner sees more than others.
 */
export const profileQuery = (slug: string) =>
  endpointQuery('GET /api/account/profile/:username', { params: { username: slug.toLowerCase() } }, { viewer: true });
