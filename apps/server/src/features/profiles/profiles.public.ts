import type { Db, Tx } from '#platform/db/db';
import { announcePageChange } from '#platform/db/page-changes';

/**
 * To be called in the transaction that changes what others see of a user, before and after a change of the slug: the
 * profile's page goes out of the cache of every node at once, and so do the first rows of the leaderboard.
 */
export async function announceProfileChange(tx: Tx, userPk: number): Promise<void> {
  const row = await readSlug(tx, userPk);
  if (row) await announcePageChange(tx, [`/api/account/profile/${row.profile_slug.toLowerCase()}`, leaderboard]);
}

const leaderboard = '/api/account/leaderboard';

const readSlug = (db: Db | Tx, pk: number) =>
  db.selectFrom('users').select('profile_slug').where('pk', '=', pk).executeTakeFirst();
