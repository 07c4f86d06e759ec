import { type Entitlement, type TierReason, tierNames } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

const maxReasons = 50;

/** Lists the entitlements of an account: current ones, then future ones, then past ones (newest first). */
export async function readTierReasons(db: Db | Tx, userPk: number, now: Date): Promise<Entitlement[]> {
  const rank = sql<0 | 1 | 2>`case
    when entitlements.ends_at <= ${now} then 2 when entitlements.starts_at > ${now} then 1 else 0 end`;
  const rows = await db
    .selectFrom('entitlements')
    .leftJoin('voucher_seats', 'voucher_seats.pk', 'entitlements.voucher_seat_pk')
    .select([
      'entitlements.pk',
      'entitlements.source',
      'entitlements.tier',
      'entitlements.starts_at',
      'entitlements.ends_at',
      'entitlements.subscription_id',
      'voucher_seats.voucher_pk',
      rank.as('rank'),
    ])
    .where('entitlements.user_pk', '=', userPk)
    .orderBy('rank')
    .orderBy(sql`case when (${rank}) = 0 then -entitlements.tier end`)
    .orderBy(sql`case when (${rank}) < 2 then entitlements.starts_at end`)
    .orderBy('entitlements.ends_at', 'desc')
    .limit(maxReasons)
    .execute();
  const states = ['current', 'later', 'over'] as const;
  return rows.map(({ pk, source, tier, starts_at, ends_at, subscription_id, voucher_pk, rank: state }) => ({
    pk,
    source,
    tier: tier as TierReason['tier'],
    from: starts_at.toISOString(),
    until: ends_at?.toISOString() ?? null,
    reference: subscription_id ?? voucher_pk?.toString() ?? null,
    state: states[state],
  }));
}

/** Explains the tier of an account, for the operator's command. Returns undefined if the account does not exist. */
export async function explainTier(db: Db, username: string, now: Date): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['pk', 'username', 'is_superuser'])
    .where((expression) => expression(expression.fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst();
  if (!user) return undefined;
  const reasons = await readTierReasons(db, user.pk, now);
  const lines = reasons.map(({ source, tier, from, until, reference, state }) => {
    const end = until ? `until ${day(until)}` : 'without an end date';
    return `  ${tierNames[tier]} from ${day(from)} ${end}, by ${source}${reference ? ` ${reference}` : ''}${endings[state]}`;
  });
  const tier = Math.max(0, ...reasons.filter(({ state }) => state === 'current').map((reason) => reason.tier));
  return [
    `${user.username} has tier ${tier}, ${tierNames[tier as TierReason['tier']]}${user.is_superuser ? ', and is a superuser with access to everything' : ''}.`,
    ...(lines.length > 0 ? lines : ['  It has never had an entitlement.']),
  ].join('\n');
}

const endings = { current: '', later: ', not started', over: ', ended' } as const;
const day = (time: string): string => time.slice(0, 10);
