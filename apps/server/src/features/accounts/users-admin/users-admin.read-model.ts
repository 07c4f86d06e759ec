import type { AccountState, AdminUserRow, AdminUserSummary, AdminUsers, EndpointInput } from '@hexpedition/contract';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { currentTier } from '../users.read-model.ts';
import { readUsersCursor, type UsersCursor, writeUsersCursor } from './users-cursor.ts';

const pageSize = 50;
const exportPageSize = 1_000;

export type UsersFilter = EndpointInput<'GET /api/admin/users_export'>['query'];
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

/** Columns of an order, as text for a cursor and as the value to compare with. Each order has an index. */
interface Order {
  columns: readonly RawBuilder<unknown>[];
  /** Value of the first column, in the form that the cursor stores. */
  value: RawBuilder<string>;
  /** The position of a cursor, for the comparison with `columns`. */
  position: (cursor: UsersCursor) => RawBuilder<unknown>;
  /** Direction without `order`. */
  defaultOrder: 'asc' | 'desc';
}

const byTotal = (column: 'lessons' | 'points'): Order => ({
  columns: [sql`user_totals.${sql.ref(column)}`, sql`user_totals.user_pk`],
  value: sql<string>`user_totals.${sql.ref(column)}::text`,
  position: ({ value, pk }) => sql`(${value}::int, ${pk}::int)`,
  defaultOrder: 'desc',
});

const orders: Record<UsersCursor['sort'], Order> = {
  joined: {
    columns: [sql`users.pk`],
    value: sql<string>`''`,
    position: ({ pk }) => sql`(${pk}::int)`,
    defaultOrder: 'desc',
  },
  name: {
    columns: [sql`lower(users.username)`],
    value: sql<string>`lower(users.username)`,
    position: ({ value }) => sql`(${value})`,
    defaultOrder: 'asc',
  },
  last_seen: {
    columns: [sql`user_totals.last_seen_at`, sql`user_totals.user_pk`],
    // Microseconds, because a JavaScript date has only milliseconds.
    value: sql<string>`case when user_totals.last_seen_at = '-infinity' then ''
      else (extract(epoch from user_totals.last_seen_at) * 1000000)::bigint::text end`,
    position: ({ value, pk }) =>
      value === ''
        ? sql`('-infinity'::timestamptz, ${pk}::int)`
        : sql`(to_timestamp(0) + ${value}::bigint * interval '1 microsecond', ${pk}::int)`,
    defaultOrder: 'desc',
  },
  lessons: byTotal('lessons'),
  points: byTotal('points'),
};

/** Number of the next accounts that are scanned before the trigram index, which is slow for common terms. */
const scannedAccounts = 20_000;

/**
 * Returns one page of accounts. Uses the trigram indexes of names and addresses. A term shorter than a trigram matches
 * only the beginning.
 */
export async function listUsers(db: Db, filter: Query): Promise<AdminUsers> {
  const { users, next } = await readPage(db, filter, readUsersCursor(filter.cursor, filter.sort ?? 'joined'), pageSize);
  return { users, next_cursor: next ? writeUsersCursor(next) : null };
}

/** Yields all accounts of a filter, page by page. */
export async function* eachUsersPage(db: Db, filter: UsersFilter): AsyncGenerator<AdminUserRow[]> {
  let cursor: UsersCursor | undefined;
  do {
    const { users, next } = await readPage(db, filter, cursor, exportPageSize);
    yield users;
    cursor = next;
  } while (cursor !== undefined);
}

async function readPage(db: Db, filter: UsersFilter, cursor: UsersCursor | undefined, size: number) {
  const rows = await findRows(db, filter, cursor, size);
  const page = rows.slice(0, size);
  const last = rows.length > size ? page.at(-1) : undefined;
  return {
    users: page.map(({ delete_at, created_at, last_seen_at, position: _, ...rest }) => ({
      ...rest,
      delete_at: delete_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
      last_seen_at: last_seen_at?.toISOString() ?? null,
    })),
    next: last ? { sort: filter.sort ?? 'joined', value: last.position, pk: last.pk } : undefined,
  };
}

async function findRows(db: Db, filter: UsersFilter, cursor: UsersCursor | undefined, size: number) {
  const { q, sort = 'joined' } = filter;
  const isDescending = directionOf(filter) === 'desc';
  const query = matching(db, filter, cursor).limit(size + 1);
  const ordered = orders[sort].columns.reduce<typeof query>(
    (sorted, column) => sorted.orderBy(column, directionOf(filter)),
    query,
  );
  if (!q || sort !== 'joined') return ordered.execute();
  const outermost = isDescending ? sql`(select max(pk) from users)` : sql`(select min(pk) from users)`;
  const start = cursor === undefined ? outermost : sql`${cursor.pk}::int`;
  const isNear = isDescending
    ? sql<boolean>`users.pk > ${start} - ${scannedAccounts}::int`
    : sql<boolean>`users.pk < ${start} + ${scannedAccounts}::int`;
  const nearMatches = await ordered.where(isNear).execute();
  // `+ 0` avoids the primary key index: scanning all accounts for a rare name would be slow on large sites.
  return nearMatches.length > size ? nearMatches : query.orderBy(sql`users.pk + 0`, directionOf(filter)).execute();
}

const directionOf = ({ sort = 'joined', order }: UsersFilter) => order ?? orders[sort].defaultOrder;

function matching(db: Db, filter: UsersFilter, cursor: UsersCursor | undefined) {
  const { q, tier, state, sort = 'joined' } = filter;
  const { columns, value, position } = orders[sort];
  let query = db
    .selectFrom('users')
    .innerJoin('user_totals', 'user_totals.user_pk', 'users.pk')
    .select(['users.pk', 'users.username', 'users.email', 'users.pending_email', 'users.is_active'])
    .select(['users.is_superuser', 'users.beta_access', 'users.delete_at', 'users.created_at'])
    .select(['user_totals.lessons', 'user_totals.points'])
    .select(sql<Date | null>`nullif(user_totals.last_seen_at, '-infinity')`.as('last_seen_at'))
    .select(value.as('position'))
    .select(currentTier.as('tier'));
  if (cursor !== undefined) {
    const after = directionOf(filter) === 'desc' ? sql`<` : sql`>`;
    query = query.where(sql<boolean>`(${sql.join(columns)}) ${after} ${position(cursor)}`);
  }
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

/** Returns the usernames of accounts by their keys. Accounts that do not exist are missing. */
export async function readUsernames(db: Db, pks: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('users').select(['pk', 'username']).where('pk', 'in', pks).execute();
  return new Map(rows.map(({ pk, username }) => [pk, username]));
}

/** Returns the username of an account that was added with this address and has no password yet. */
export async function findAddedUser(tx: Db | Tx, email: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('users')
    .select('username')
    .where(sql<boolean>`lower(pending_email) = ${email.toLowerCase()} and password_hash is null`)
    .executeTakeFirst();
  return row?.username;
}
