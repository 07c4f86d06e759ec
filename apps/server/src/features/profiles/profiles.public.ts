import type { Tx } from '#platform/db/db';
import { announcePageChange } from '#platform/db/page-changes';
import { findSlug } from './profiles.store.ts';

/**
 * To be called in the transaction that changes what others see of a user, before and after a change of the slug: the
 * profile's page goes out of the cache of every node at once, and so do the first rows of the leaderboard.
 */
export async function announceProfileChange(tx: Tx, userPk: number): Promise<void> {
  const slug = await findSlug(tx, userPk);
  if (slug) await announcePageChange(tx, [`/api/account/profile/${slug.toLowerCase()}`, leaderboard]);
}

const leaderboard = '/api/account/leaderboard';
