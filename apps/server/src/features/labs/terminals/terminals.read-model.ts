import { anyOf, type Db } from '#platform/db/db';

/** Returns which instances run on this runner for an active account, and which sessions are open. */
export async function readAccess(
  db: Db,
  query: { instances: number[]; sessions: number[]; runner: string; now: Date },
): Promise<{ instances: Set<number>; sessions: Set<number> }> {
  const [instances, sessions] = await Promise.all([
    db
      .selectFrom('instances')
      .innerJoin('users', 'users.pk', 'instances.user_pk')
      .select('instances.pk')
      .where('instances.pk', '=', anyOf(query.instances))
      .where('instances.status', '=', 'running')
      .where('instances.runner', '=', query.runner)
      .where('instances.expires_at', '>', query.now)
      .where('users.is_active', '=', true)
      .execute(),
    db
      .selectFrom('sessions')
      .select('pk')
      .where('pk', '=', anyOf(query.sessions))
      .where('ended_at', 'is', null)
      .where('expires_at', '>', query.now)
      .execute(),
  ]);
  return { instances: new Set(instances.map(({ pk }) => pk)), sessions: new Set(sessions.map(({ pk }) => pk)) };
}
