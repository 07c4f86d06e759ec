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

/** Returns all nodes that have reported, also those that have died since. */
export function readNodes(db: Db) {
  return db
    .selectFrom('nodes')
    .select(['name', 'address', 'version', 'started_at', 'seen_at', 'draining', 'processes'])
    .select(sql<boolean>`seen_at >= now() - make_interval(secs => ${deadAfterSeconds})`.as('is_alive'))
    .orderBy('name')
    .execute();
}

export type NodeRow = Awaited<ReturnType<typeof readNodes>>[number];
