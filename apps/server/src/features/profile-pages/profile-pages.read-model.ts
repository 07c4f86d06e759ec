import type { Tx } from '#platform/db/db';

/** Returns the names that lead to a profile: its owner's username, and the slug if it differs. */
export async function findNames(tx: Tx, pk: number): Promise<string[]> {
  const row = await tx.selectFrom('users').select(['username', 'profile_slug']).where('pk', '=', pk).executeTakeFirst();
  return row ? [...new Set([row.username.toLowerCase(), row.profile_slug.toLowerCase()])] : [];
}
