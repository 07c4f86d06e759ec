import type { MapKind, MapPresence } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

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

/** Seconds after the last heartbeat for which an author counts as present. */
const presenceSeconds = 15;

/** Authors whose last heartbeat is before this time are no longer present. */
export const presentSince = (now: Date): Date => new Date(now.getTime() - presenceSeconds * 1_000);
