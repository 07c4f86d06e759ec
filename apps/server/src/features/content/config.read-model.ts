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
  // Compiled by hexkit, whose shape the contract repeats; the response schema checks it once more.
  return row?.compiled as Hexmap | undefined;
}
