import type { Bounces } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

const pageSize = 50;

/** One page, the newest first. @param before the bounce to go on below */
export async function readBounces(db: Db, before: number | null): Promise<Bounces> {
  let query = db
    .selectFrom('mail_bounces')
    .innerJoin('users', 'users.pk', 'mail_bounces.user_pk')
    .select(['mail_bounces.pk', 'users.username', 'mail_bounces.address', 'mail_bounces.permanent'])
    .select(['mail_bounces.reason', 'mail_bounces.at'])
    .orderBy('mail_bounces.pk', 'desc');
  if (before !== null) query = query.where('mail_bounces.pk', '<', before);
  const rows = await query.limit(pageSize + 1).execute();
  const page = rows.slice(0, pageSize).map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }));
  return { bounces: page, next_cursor: rows.length > pageSize ? String(page.at(-1)?.pk) : null };
}

/** Whose confirmed address it is; case does not count. */
export function findOwner(tx: Tx, address: string) {
  return tx
    .selectFrom('users')
    .select(['pk', 'email'])
    .where(sql<boolean>`lower(email) = ${address.toLowerCase()}`)
    .executeTakeFirst();
}
