import type { MapKind, MapPresence } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { presentSince } from './presence.policy.ts';

interface Heartbeat {
  kind: MapKind;
  userPk: number;
  hex: MapPresence['others'][number]['hex'];
  now: Date;
}

/** Stores the heartbeat of an open editor. After an absence, `since` starts again. */
export async function storePresence(db: Db, { kind, userPk, hex, now }: Heartbeat): Promise<void> {
  const position = { q: hex?.q ?? null, r: hex?.r ?? null, seen_at: now };
  await db
    .insertInto('hexmap_presence')
    .values({ kind, user_pk: userPk, since: now, ...position })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'user_pk']).doUpdateSet({
        ...position,
        since: sql`case when hexmap_presence.seen_at < ${presentSince(now)} then excluded.since else hexmap_presence.since end`,
      }),
    )
    .execute();
}

export async function deletePresence(db: Db, kind: MapKind, userPk: number): Promise<void> {
  await db.deleteFrom('hexmap_presence').where('kind', '=', kind).where('user_pk', '=', userPk).execute();
}
