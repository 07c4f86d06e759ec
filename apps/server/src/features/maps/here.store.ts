import type { MapHere, MapKind } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { goneBefore } from './here.policy.ts';

interface Sign {
  kind: MapKind;
  userPk: number;
  hex: MapHere['others'][number]['hex'];
  now: Date;
}

/** An author has the editor open. Who comes back after having been gone is here since now. */
export async function remember(db: Db, { kind, userPk, hex, now }: Sign): Promise<void> {
  const place = { q: hex?.q ?? null, r: hex?.r ?? null, seen_at: now };
  await db
    .insertInto('hexmap_authors')
    .values({ kind, user_pk: userPk, since: now, ...place })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'user_pk']).doUpdateSet({
        ...place,
        since: sql`case when hexmap_authors.seen_at < ${goneBefore(now)} then excluded.since else hexmap_authors.since end`,
      }),
    )
    .execute();
}

export async function forget(db: Db, kind: MapKind, userPk: number): Promise<void> {
  await db.deleteFrom('hexmap_authors').where('kind', '=', kind).where('user_pk', '=', userPk).execute();
}
