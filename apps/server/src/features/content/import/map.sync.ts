import { isDeepStrictEqual } from 'node:util';
import type { MapSource } from '../source/map.ts';
import type { SyncContext } from './sync-context.ts';
import { pageTags } from './tags.ts';

/** Who looks at which map: everybody, and those with beta access. */
const versions = ['2', 'beta'] as const;

/** Publishes the map as a new version when it is not the newest one already; versions themselves never change. */
export async function syncMap(map: MapSource, { tx, log, tags }: SyncContext): Promise<void> {
  const newest = await tx
    .selectFrom('hexmap_versions')
    .select(['pk', 'source_hash', 'compiled'])
    .where('kind', '=', 'trainings')
    .orderBy('pk', 'desc')
    .limit(1)
    .executeTakeFirst();
  // The compiled map can differ with the same source: after an update that draws another coast.
  const compiled: unknown = JSON.parse(JSON.stringify(map.compiled));
  if (newest?.source_hash === map.hash && isDeepStrictEqual(newest.compiled, compiled)) {
    log.unchanged('map');
    return;
  }
  log.add({ kind: 'map', change: newest ? 'changed' : 'new', id: map.compiled.id, name: 'map.json', what: [] });
  tags.add(pageTags.hexmap);
  const { pk } = await tx
    .insertInto('hexmap_versions')
    .values({
      kind: 'trainings',
      source: JSON.stringify(map.source),
      source_hash: map.hash,
      compiled: JSON.stringify(map.compiled),
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('hexmap_pointers')
    .values(versions.map((version) => ({ kind: 'trainings' as const, version, hexmap_pk: pk })))
    .onConflict((conflict) => conflict.columns(['kind', 'version']).doUpdateSet({ hexmap_pk: pk }))
    .execute();
}
