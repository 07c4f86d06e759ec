import type { ExplainedTier } from '@hexpedition/contract';
import { sql } from 'kysely';
import { currentTier, readTierReasons } from '#features/accounts/accounts.public';
import type { Db } from '#platform/db/db';
import { presentOwnSubscription } from '../billing/own-subscription.presenter.ts';
import { findOwnSubscription } from '../billing/own-subscription.read-model.ts';
import type { Plans } from '../plans.ts';

/** Returns the reasons for an account's tier, or undefined if there is no such account. Ignores case. */
export async function explainTierOf(
  db: Db,
  username: string,
  plans: Plans,
  now: Date,
): Promise<ExplainedTier | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['users.pk', 'users.username', 'users.is_superuser', currentTier.as('tier')])
    .where(sql<boolean>`lower(users.username) = ${username.toLowerCase()}`)
    .executeTakeFirst();
  if (!user) return undefined;
  const { pk, ...account } = user;
  const [reasons, own] = [await readTierReasons(db, pk, now), await findOwnSubscription(db, pk)];
  return { ...account, reasons, subscription: own ? presentOwnSubscription(own, plans, now) : null };
}
