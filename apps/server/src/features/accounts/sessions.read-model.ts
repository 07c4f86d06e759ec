import type { Db } from '#platform/db/db';
import { currentTier } from './users.read-model.ts';

/** The session and its user, in one query: it runs on every request that carries a credential. */
export function findActor(db: Db, sid: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.pk', 'sessions.user_pk')
    .select([
      'sessions.pk as session_pk',
      'sessions.user_pk',
      'sessions.ended_at',
      'users.username',
      'users.is_active',
      'users.is_superuser',
      currentTier.as('tier'),
    ])
    .where('sessions.sid', '=', sid)
    .executeTakeFirst();
}
