import type { MapKind, MapPresence } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import { etagOf } from './draft-etag.ts';
import { presentSince } from './presence.policy.ts';

/** A map cannot show more authors distinguishably. */
const maxOthers = 20;

/** Reads the state that an editor polls every few seconds; reads no document. */
export async function readPresence(db: Db, kind: MapKind, userPk: number, now: Date): Promise<MapPresence> {
  const [draft, pointers, others] = await Promise.all([
    db.selectFrom('hexmap_drafts').select('revision').where('kind', '=', kind).executeTakeFirst(),
    db.selectFrom('hexmap_pointers').select(['version', 'hexmap_pk']).where('kind', '=', kind).execute(),
    db
      .selectFrom('hexmap_authors')
      .innerJoin('users', 'users.pk', 'hexmap_authors.user_pk')
      .select(['users.username', 'hexmap_authors.q', 'hexmap_authors.r', 'hexmap_authors.since'])
      .where('hexmap_authors.kind', '=', kind)
      .where('hexmap_authors.user_pk', '!=', userPk)
      .where('hexmap_authors.seen_at', '>=', presentSince(now))
      // An account that is disabled, or no longer a superuser, is no author.
      .where('users.is_superuser', '=', true)
      .where('users.is_active', '=', true)
      .orderBy('hexmap_authors.since')
      .orderBy('hexmap_authors.user_pk')
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
