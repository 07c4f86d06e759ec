import type { Tx } from '#platform/db/db';
import { announcePageChange } from '#platform/db/page-changes';
import { findNames } from './profiles.store.ts';

/**
 * To be called in the transaction that changes what others see of a user, before and after a change of the username or
 * the slug: the profile's page goes out of the cache of every node at once, and so do the first rows of the leaderboard.
 */
export async function announceProfileChange(tx: Tx, userPk: number): Promise<void> {
  const names = await findNames(tx, userPk);
  if (names.length === 0) return;
  await announcePageChange(tx, [...names.map((name) => `/api/account/profile/${name}`), leaderboard]);
}

const leaderboard = '/api/account/leaderboard';
