import type { Tx } from '#platform/db/db';
import { recordPageChange } from '#platform/db/recorded-page-changes';
import { findNames } from './profile-pages.read-model.ts';

/**
 * Drops the profile's page and the first leaderboard rows from the caches of all nodes. Call it in the transaction that
 * changes what others see of a user; call it before and after a change of the username or slug.
 */
export async function announceProfileChange(tx: Tx, userPk: number): Promise<void> {
  const names = await findNames(tx, userPk);
  if (names.length === 0) return;
  await recordPageChange(tx, [...names.map((name) => `/api/account/profile/${name}`), leaderboard]);
}

const leaderboard = '/api/account/leaderboard';
