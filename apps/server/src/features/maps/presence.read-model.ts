import type { MapKind, MapPresence } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import { etagOf } from './draft-etag.ts';
import { presentSince } from './presence.store.ts';

/** Maximum number of other authors that a map shows: more would look alike. */
const maxOthers = 20;

/** Reads the state that an editor polls every few seconds; reads no document. */
export async function readPresence(db: Db, kind: MapKind, userPk: number, now: Date): Promise<MapPresence> {
  const [draft, pointers, others] = await Promise.all([
    db.selectFrom('hexmap_drafts').select('revision').where('kind', '=', kind).executeTakeFirst(),
    db.selectFrom('hexmap_pointers').select(['version', 'hexmap_pk']).where('kind', '=', kind).execute(),
    db
      .selectFrom('hexmap_presence')
      .innerJoin('users', 'users.pk', 'hexmap_presence.user_pk')
      .select(['users.username', 'hexmap_presence.q', 'hexmap_presence.r', 'hexmap_presence.since'])
      .where('hexmap_presence.kind', '=', kind)
      .where('hexmap_presence.user_pk', '!=', userPk)
      .where('hexmap_presence.seen_at', '>=', presentSince(now))
      // An account that is disabled, or no longer a superuser, is no author.
      .where('users.is_superuser', '=', true)
      .where('users.is_active', '=', true)
      .orderBy('hexmap_presence.since')
      .orderBy('hexmap_presence.user_pk')
      .limit(maxOthers)
      .execute(),
  ]);
  const pkOf = (version: string) => pointers.find((pointer) => pointer.version === version)?.hexmap_pk ?? null;
  return {
    etag: etagOf(kind, draft?.revision ?? 0),
    live: pkOf('2'),
    beta: pkOf('beta'),
    others: others.map(({ username, q, r, since }) => ({
      username,
      hex: q === null || r === null ? null : { q, r },
      since: since.toISOString(),
    })),
  };
}
