import { tierNames } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';

/** Why an account has the tier that it has: every entitlement, the current ones first; undefined for no such account. */
export async function explainTier(db: Db, username: string, now: Date): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['pk', 'username', 'is_superuser'])
    .where((expression) => expression(expression.fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst();
  if (!user) return undefined;
  const rows = await db
    .selectFrom('entitlements')
    .leftJoin('voucher_seats', 'voucher_seats.pk', 'entitlements.voucher_seat_pk')
    .select([
      'entitlements.source',
      'entitlements.tier',
      'entitlements.starts_at',
      'entitlements.ends_at',
      'entitlements.subscription_id',
      'voucher_seats.voucher_pk',
    ])
    .where('entitlements.user_pk', '=', user.pk)
    .orderBy('entitlements.tier', 'desc')
    .orderBy('entitlements.starts_at')
    .execute();
  const isCurrent = ({ starts_at, ends_at }: (typeof rows)[number]) => starts_at <= now && (!ends_at || ends_at > now);
  const current = rows.filter(isCurrent);
  const lines = [...current, ...rows.filter((row) => !isCurrent(row))].map((row) => {
    const { source, tier, starts_at, ends_at } = row;
    const which = row.subscription_id ?? row.voucher_pk;
    const until = ends_at ? `until ${day(ends_at)}` : 'for good';
    const state = isCurrent(row) ? '' : starts_at > now ? ', not begun' : ', over';
    return `  ${nameOf(tier)} from ${day(starts_at)} ${until}, by ${source}${which === null ? '' : ` ${which}`}${state}`;
  });
  const tier = Math.max(0, ...current.map((row) => row.tier));
  return [
    `${user.username} has tier ${tier}, ${nameOf(tier)}${user.is_superuser ? ', and is a superuser, who reaches everything' : ''}.`,
    ...(lines.length > 0 ? lines : ['  Nothing has ever lifted it.']),
  ].join('\n');
}

const nameOf = (tier: number): string => tierNames[tier as keyof typeof tierNames] ?? `tier ${tier}`;
const day = (time: Date): string => time.toISOString().slice(0, 10);
