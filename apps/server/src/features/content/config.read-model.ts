import type { Features, Hexmap } from '@hexpedition/contract';
import type { z } from 'zod';
import type { Db } from '#platform/db/db';

type Nav = z.infer<typeof Features>['hexmap']['nav'];

/** Continents that have something to show, for the side menu. */
export function readNav(db: Db): Promise<Nav> {
  return db
    .selectFrom('continents')
    .select(['continents.slug', 'continents.name', 'continents.colour'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('trainings')
          .select('trainings.pk')
          .whereRef('trainings.continent_pk', '=', 'continents.pk')
          .where('trainings.hidden', '=', false),
      ),
    )
    .orderBy('continents.position')
    .orderBy('continents.pk')
    .execute();
}

/** The published map of a version (`2`, `beta`), or undefined. */
export async function findHexmap(db: Db, version: string): Promise<Hexmap | undefined> {
  const row = await db
    .selectFrom('hexmap_pointers')
    .innerJoin('hexmap_versions', 'hexmap_versions.pk', 'hexmap_pointers.hexmap_pk')
    .select('hexmap_versions.compiled')
    .where('hexmap_pointers.kind', '=', 'trainings')
    .where('hexmap_pointers.version', '=', version)
    .executeTakeFirst();
  return row && asHexmap(row.compiled);
}

/** Pk of the map that everybody sees, of one kind; undefined where none is published. */
export async function findPublishedMap(db: Db, kind: 'trainings' | 'videos'): Promise<number | undefined> {
  const row = await db
    .selectFrom('hexmap_pointers')
    .select('hexmap_pk')
    .where('kind', '=', kind)
    .where('version', '=', '2')
    .executeTakeFirst();
  return row?.hexmap_pk;
}

export async function selectHexmap(db: Db, pk: number): Promise<Hexmap> {
  const { compiled } = await db
    .selectFrom('hexmap_versions')
    .select('compiled')
    .where('pk', '=', pk)
    .executeTakeFirstOrThrow();
  return asHexmap(compiled);
}

/** It was compiled by hexkit, whose shape the contract repeats; the response schema checks it once more. */
const asHexmap = (compiled: Record<string, unknown>) => compiled as unknown as Hexmap;
