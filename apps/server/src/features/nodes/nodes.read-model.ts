import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deadAfterSeconds } from './nodes.store.ts';

/** Returns a node that is alive; undefined for others. */
export function findLivingNode(db: Db, name: string) {
  return db
    .selectFrom('nodes')
    .select(['address', 'draining'])
    .where('name', '=', name)
    .where('seen_at', '>=', sql<Date>`now() - make_interval(secs => ${deadAfterSeconds})`)
    .executeTakeFirst();
}
