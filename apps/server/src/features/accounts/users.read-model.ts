import type { Tier } from '@hexpedition/contract';
import { sql } from 'kysely';
import { type ActiveSubscription, activeSubscription } from '#features/active-subscription/active-subscription.public';
import { compiledOnce } from '#platform/db/compiled';
import type { Db, Tx } from '#platform/db/db';

/** A user with the current tier: the highest of the active entitlements. */
export interface UserRow {
  pk: number;
  username: string;
  email: string | null;
  pending_email: string | null;
  password_hash: string | null;
  is_superuser: boolean;
  is_active: boolean;
  beta_access: boolean;
  avatar: string | null;
  profile_slug: string;
  created_at: Date;
  listed: boolean;
  sign_in_mails: boolean;
  announcement_mails: boolean;
  shortcuts: boolean;
  profile_public: boolean;
  profile_about: string;
  profile_points: boolean;
  profile_trainings: boolean;
  profile_labs: boolean;
  profile_activity: boolean;
  delete_at: Date | null;
  tier: Tier;
  /** An authenticator app is set up. */
  two_factor: boolean;
  paddle_customer_id: string | null;
  paddle_address_id: string | null;
  /** ISO 3166, of the customer's address at Paddle. */
  paddle_country: string | null;
  active_subscription: ActiveSubscription | null;
}

/** `select coalesce(max(tier), 0)` over the active entitlements. The surrounding query must contain `users`. */
export const currentTier = sql<Tier>`(
  select coalesce(max(entitlements.tier), 0)::int from entitlements
  where entitlements.user_pk = users.pk and entitlements.starts_at <= now()
    and (entitlements.ends_at is null or entitlements.ends_at > now())
)`;

function users(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('paddle_customers', 'paddle_customers.user_pk', 'users.pk')
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
      'users.created_at',
      'users.listed',
      'users.sign_in_mails',
      'users.announcement_mails',
      'users.shortcuts',
      'users.profile_public',
      'users.profile_about',
      'users.profile_points',
      'users.profile_trainings',
      'users.profile_labs',
      'users.profile_activity',
      'users.delete_at',
      currentTier.as('tier'),
      sql<boolean>`exists (
        select from totp_secrets where totp_secrets.user_pk = users.pk and totp_secrets.confirmed_at is not null
      )`.as('two_factor'),
      'paddle_customers.customer_id as paddle_customer_id',
      'paddle_customers.address_id as paddle_address_id',
      'paddle_customers.country as paddle_country',
      activeSubscription.as('active_subscription'),
    ]);
}

const readUserByPk = compiledOnce((db, { pk }: { pk: number }) => users(db).where('users.pk', '=', pk));

export async function findUserByPk(db: Db, pk: number): Promise<UserRow | undefined> {
  return (await readUserByPk(db, { pk }))[0];
}

/** Normalises the name or email of a login form for look-ups and counters. */
export const loginKey = (login: string): string => login.toLowerCase();

/** Finds a user by username or verified email, ignoring case. */
export function findUserByLogin(db: Db, login: string): Promise<UserRow | undefined> {
  const key = loginKey(login);
  return users(db)
    .where((where) =>
      where.or([sql<boolean>`lower(users.username) = ${key}`, sql<boolean>`lower(users.email) = ${key}`]),
    )
    .orderBy(sql`lower(users.username) = ${key}`, 'desc')
    .executeTakeFirst();
}

/** Returns whether there are any accounts. */
export async function hasUsers(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('users').select('pk').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns whether an account has this address, ignoring case. */
export async function isConfirmedAddress(tx: Db | Tx, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('pk')
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .executeTakeFirst();
  return row !== undefined;
}
