import { maxSessions } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import { currentTier } from './users.read-model.ts';

/** Finds the session and its user in one query. It runs on every request with a credential. */
export function findActor(db: Db, sid: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.pk', 'sessions.user_pk')
    .select([
      'sessions.pk as session_pk',
      'sessions.user_pk',
      'sessions.ended_at',
      'sessions.last_seen_at',
      'users.username',
      'users.is_active',
      'users.is_superuser',
      'users.beta_access',
      currentTier.as('tier'),
    ])
    .where('sessions.sid', '=', sid)
    .executeTakeFirst();
}

/** Number of recent sessions whose devices count as known. */
const maxKnownUserAgents = 200;

/** Lists the open sessions: the current one first, then the others by their last use. */
export function listSessions(db: Db, userPk: number, currentPk: number, now: Date) {
  return db
    .selectFrom('sessions')
    .select((column) => ['sid', 'user_agent', 'created_at', 'last_seen_at', column('pk', '=', currentPk).as('current')])
    .where('user_pk', '=', userPk)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('current', 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('pk', 'desc')
    .limit(maxSessions)
    .execute();
}

/** Lists the User-Agent headers of the user's sessions, including ended ones. */
export async function listUserAgents(db: Db, userPk: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('user_agent')
    .where('user_pk', '=', userPk)
    .orderBy('pk', 'desc')
    .limit(maxKnownUserAgents)
    .execute();
  return rows.map((row) => row.user_agent);
}

/** Reads what confirms the identity of a session's owner: the password hash and the start of the session. */
export function findSessionPassword(db: Db, sessionPk: number) {
  return db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_pk', 'users.pk')
    .select(['users.password_hash', 'sessions.created_at'])
    .where('sessions.pk', '=', sessionPk)
    .executeTakeFirst();
}
