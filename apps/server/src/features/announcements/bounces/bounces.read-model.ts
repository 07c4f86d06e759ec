import type { AccountMailStatus, Bounces } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { exclusionReason } from '../audience/exclusion-reason.read-model.ts';

const pageSize = 50;
const maxPerAccount = 10;

const bounces = (db: Db) =>
  db
    .selectFrom('mail_bounces')
    .innerJoin('users', 'users.pk', 'mail_bounces.user_pk')
    .select(['mail_bounces.pk', 'users.username', 'mail_bounces.address', 'mail_bounces.permanent'])
    .select(['mail_bounces.reason', 'mail_bounces.at'])
    .orderBy('mail_bounces.pk', 'desc');

const present = ({ at, ...rest }: { at: Date } & Omit<Bounces['bounces'][number], 'at'>) => ({
  ...rest,
  at: at.toISOString(),
});

/** Returns one page, newest first. @param before key of the last bounce of the previous page */
export async function readBounces(db: Db, before: number | null): Promise<Bounces> {
  let query = bounces(db);
  if (before !== null) query = query.where('mail_bounces.pk', '<', before);
  const rows = await query.limit(pageSize + 1).execute();
  const page = rows.slice(0, pageSize).map(present);
  return { bounces: page, next_cursor: rows.length > pageSize ? String(page.at(-1)?.pk) : null };
}

/** Returns whether an account gets announcements, and its bounces. Ignores case; undefined without such an account. */
export async function readAccountMailStatus(db: Db, username: string): Promise<AccountMailStatus | undefined> {
  const account = await db
    .selectFrom('users')
    .select(['users.pk', exclusionReason.as('left_out')])
    .where(sql<boolean>`lower(users.username) = ${username.toLowerCase()}`)
    .executeTakeFirst();
  if (!account) return undefined;
  const rows = await bounces(db).where('mail_bounces.user_pk', '=', account.pk).limit(maxPerAccount).execute();
  return { left_out: account.left_out, bounces: rows.map(present) };
}

/** Returns the account with this confirmed address, ignoring case. */
export function findAccountByAddress(tx: Tx, address: string) {
  return tx
    .selectFrom('users')
    .select(['pk', 'email'])
    .where(sql<boolean>`lower(email) = ${address.toLowerCase()}`)
    .executeTakeFirst();
}
