import { anyOf, type Db } from '#platform/db/db';

/** Which of these instances run on this runner, for an owner who may sign in; and which of these sessions are open. */
export async function readRights(
  db: Db,
  asked: { instances: number[]; sessions: number[]; runner: string; now: Date },
): Promise<{ instances: Set<number>; sessions: Set<number> }> {
  const [instances, sessions] = await Promise.all([
    db
      .selectFrom('instances')
      .innerJoin('users', 'users.pk', 'instances.user_pk')
      .select('instances.pk')
      .where('instances.pk', '=', anyOf(asked.instances))
      .where('instances.status', '=', 'running')
      .where('instances.runner', '=', asked.runner)
      .where('instances.expires_at', '>', asked.now)
      .where('users.is_active', '=', true)
      .execute(),
    db
      .selectFrom('sessions')
      .select('pk')
      .where('pk', '=', anyOf(asked.sessions))
      .where('ended_at', 'is', null)
      .where('expires_at', '>', asked.now)
      .execute(),
  ]);
  return { instances: new Set(instances.map(({ pk }) => pk)), sessions: new Set(sessions.map(({ pk }) => pk)) };
}
