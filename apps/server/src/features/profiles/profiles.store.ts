import { sql, type Updateable } from 'kysely';
import type { Tx } from '#platform/db/db';
import type { Database } from '#platform/db/schema';

export type ProfileColumns = Pick<
  Updateable<Database['users']>,
  | 'profile_slug'
  | 'profile_public'
  | 'profile_about'
  | 'profile_points'
  | 'profile_trainings'
  | 'profile_labs'
  | 'profile_activity'
>;

/** Reads and locks the owner's name and profile until the transaction ends, so that changes are serial. */
export function lockOwner(tx: Tx, pk: number) {
  return tx
    .selectFrom('users')
    .select([
      'username',
      'profile_slug',
      'profile_public',
      'profile_about',
      'profile_points',
      'profile_trainings',
      'profile_labs',
      'profile_activity',
    ])
    .where('pk', '=', pk)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns whether another account has this username or slug. */
export async function isNameOfAnother(tx: Tx, pk: number, name: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('pk')
    .where((where) =>
      where.or([sql<boolean>`lower(users.username) = ${name}`, sql<boolean>`lower(users.profile_slug) = ${name}`]),
    )
    .where('pk', '<>', pk)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Violates the index users_profile_slug_key if another user signs up with that name at the same moment. */
export async function updateProfile(tx: Tx, pk: number, changes: ProfileColumns): Promise<void> {
  await tx.updateTable('users').set(changes).where('pk', '=', pk).execute();
}

export function isSlugConflict(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'users_profile_slug_key';
}
