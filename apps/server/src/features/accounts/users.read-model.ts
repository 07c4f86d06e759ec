import type { Tier } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** A user with the tier that is current: the highest of the entitlements in force. */
export interface UserRow {
  pk: number;
  username: string;
  email: string | null;
  pending_email: string | null;
  password_hash: string;
  is_superuser: boolean;
  is_active: boolean;
  beta_access: boolean;
  avatar: string | null;
  profile_slug: string;
  tier: Tier;
}

/** `select coalesce(max(tier), 0)` over the entitlements in force; needs `users` in the query around it. */
export const currentTier = sql<Tier>`(
  select coalesce(max(entitlements.tier), 0)::int from entitlements
  where entitlements.user_pk = users.pk and entitlements.starts_at <= now()
    and (entitlements.ends_at is null or entitlements.ends_at > now())
)`;

function users(db: Db) {
  return db
    .selectFrom('users')
    .select([
      'users.pk',
      'users.username',
      'users.email',
      'users.pending_email',
      'users.password_hash',
      'users.is_superuser',
      'users.is_active',
      'users.beta_access',
      'users.avatar',
      'users.profile_slug',
      currentTier.as('tier'),
    ]);
}

export function findUserByPk(db: Db, pk: number): Promise<UserRow | undefined> {
  return users(db).where('users.pk', '=', pk).executeTakeFirst();
}

/** By username or by verified email, whichever the login form was given; case does not count. */
export function findUserByLogin(db: Db, login: string): Promise<UserRow | undefined> {
  const key = login.toLowerCase();
  return users(db)
    .where((where) =>
      where.or([sql<boolean>`lower(users.username) = ${key}`, sql<boolean>`lower(users.email) = ${key}`]),
    )
    .orderBy(sql`lower(users.username) = ${key}`, 'desc')
    .executeTakeFirst();
}
