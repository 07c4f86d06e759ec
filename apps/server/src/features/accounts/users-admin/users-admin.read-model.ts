import type { AccountState, AdminUserSummary, AdminUsers, EndpointInput } from '@hexpedition/contract';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { invalid } from '#platform/errors';
import { currentTier } from '../users.read-model.ts';

const pageSize = 50;

type Query = EndpointInput<'GET /api/admin/users'>['query'];

const states: Record<AccountState, Expression<SqlBool>> = {
  active: sql<boolean>`users.is_active and users.delete_at is null`,
  inactive: sql<boolean>`not users.is_active`,
  deletion_scheduled: sql<boolean>`users.delete_at is not null`,
  superuser: sql<boolean>`users.is_superuser`,
  beta: sql<boolean>`users.beta_access`,
  past_due: sql<boolean>`users.pk in (
    select paddle_customers.user_pk from paddle_customers
    join subscriptions on subscriptions.customer_id = paddle_customers.customer_id
    where subscriptions.status = 'past_due')`,
};

/** Number of the newest accounts that are scanned before the trigram index, which is slow for common terms. */
const scannedAccounts = 20_000;

/**
 * Returns one page of accounts, newest first. Uses the trigram indexes of names and addresses. A term shorter than a
 * trigram matches only the beginning.
 */
export async function listUsers(db: Db, filter: Query): Promise<AdminUsers> {
  const rows = await findRows(db, filter);
  const page = rows.slice(0, pageSize);
  return {
    users: page.map(({ delete_at, created_at, ...rest }) => ({
      ...rest,
      delete_at: delete_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    })),
    next_cursor: rows.length > pageSize ? String(page.at(-1)?.pk) : null,
  };
}

async function findRows(db: Db, filter: Query) {
  const { q, cursor } = filter;
  const query = matching(db, filter);
  if (!q) return query.orderBy('users.pk', 'desc').execute();
  const newest = cursor === undefined ? sql`(select max(pk) from users)` : sql`${pkOf(cursor)}::int`;
  const newestMatches = await query
    .where(sql<boolean>`users.pk > ${newest} - ${scannedAccounts}::int`)
    .orderBy('users.pk', 'desc')
    .execute();
  // `+ 0` avoids the primary key index: scanning all accounts for a rare name would be slow on large sites.
  return newestMatches.length > pageSize ? newestMatches : query.orderBy(sql`users.pk + 0`, 'desc').execute();
}

function matching(db: Db, { q, tier, state, cursor }: Query) {
  let query = db
    .selectFrom('users')
    .select(['users.pk', 'users.username', 'users.email', 'users.pending_email', 'users.is_active'])
    .select(['users.is_superuser', 'users.beta_access', 'users.delete_at', 'users.created_at'])
    .select(currentTier.as('tier'))
    .limit(pageSize + 1);
  if (cursor !== undefined) query = query.where('users.pk', '<', pkOf(cursor));
  if (state) query = query.where(states[state]);
  if (tier !== undefined) query = query.where(currentTier, '=', Number(tier) as AdminUserSummary['tier']);
  if (tier !== undefined && tier !== '0') {
    const holders = db.selectFrom('entitlements').select('user_pk').where('tier', '=', Number(tier));
    query = query.where('users.pk', 'in', holders);
  }
  if (q) {
    const pattern = patternOf(q);
    query = query.where(sql<boolean>`(lower(users.username) like ${pattern} or lower(users.email) like ${pattern})`);
  }
  return query;
}

function patternOf(q: string): string {
  const escaped = q.toLowerCase().replace(/[\\%_]/g, '\\$&');
  return q.length < 3 ? `${escaped}%` : `%${escaped}%`;
}

function pkOf(cursor: string): number {
  if (!/^[1-9]\d{0,8}$/.test(cursor))
    throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  return Number(cursor);
}
