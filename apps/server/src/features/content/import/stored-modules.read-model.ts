import { cleanFlag, hashFlag, sameHash } from '@hexpedition/curriculum/flag-hash';
import type { ContentModule } from '@hexpedition/curriculum/source/curriculum-types';
import { anyOf, type Db, type Tx } from '#platform/db/db';

type Row = Awaited<ReturnType<typeof selectModules>>[number];

const selectModules = (tx: Tx, lessons: readonly number[] | undefined) =>
  tx
    .selectFrom('modules')
    .leftJoin('flags', 'flags.module_pk', 'modules.pk')
    .select(['modules.pk', 'modules.subchapter_pk', 'modules.id', 'modules.kind', 'modules.position'])
    .select(['modules.data', 'modules.secret', 'modules.hidden'])
    .select(['flags.pk as flag_pk', 'flags.name as flag_name', 'flags.points', 'flags.position as flag_position'])
    .select('flags.kind as flag_kind')
    .select(['flags.salt', 'flags.hash', 'flags.hidden as flag_hidden'])
    .$if(lessons !== undefined, (query) => query.where('modules.subchapter_pk', '=', anyOf(lessons ?? [])))
    .execute();

/** The stored modules with their flags: read once, before anything is written. */
export class StoredModules {
  readonly #bySubchapter = new Map<number, Map<string, Row>>();

  /** @param lessons reads only the modules of these lessons */
  static async read(tx: Tx, lessons?: readonly number[]): Promise<StoredModules> {
    const stored = new StoredModules();
    for (const row of await selectModules(tx, lessons)) {
      const modules = stored.#bySubchapter.get(row.subchapter_pk) ?? new Map<string, Row>();
      stored.#bySubchapter.set(row.subchapter_pk, modules.set(row.id, row));
    }
    return stored;
  }

  all(): Row[] {
    return [...this.#bySubchapter.values()].flatMap((modules) => [...modules.values()]);
  }

  of(subchapterPk: number): ReadonlyMap<string, Row> {
    return this.#bySubchapter.get(subchapterPk) ?? new Map();
  }

  /**
   * Checks whether the answer of an existing flag of the lesson has changed. Only salted hashes are stored, so each
   * answer is hashed to compare.
   */
  hasNewAnswer(subchapterPk: number, modules: ContentModule[]): boolean {
    const stored = this.of(subchapterPk);
    return modules.some(({ id, flag }) => {
      const row = stored.get(id);
      return flag !== null && flag.answer !== null && row?.hash != null && !isAnswer(row, flag.answer);
    });
  }
}

/** Checks whether the stored hash belongs to this answer; null for a drill, which has no stored hash. */
export function isAnswer(row: Pick<Row, 'salt' | 'hash'>, answer: string | null): boolean {
  if (answer === null) return row.hash === null;
  return row.salt !== null && row.hash !== null && sameHash(hashFlag(cleanFlag(answer), row.salt), row.hash);
}

/** Reads the slugs of the visible labs. */
export async function readLabSlugs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('labs').select('slug').where('hidden', '=', false).execute();
  return rows.map(({ slug }) => slug);
}

interface Placement {
  slug: string;
  kind: string;
  /** Slug of its continent. */
  continent: string;
}

/** Returns a comparable text of which trainings belong on which map. */
export const placementKey = (trainings: readonly Placement[]): string =>
  JSON.stringify(trainings.map(({ slug, kind, continent }) => [slug, kind, continent].join(' ')).sort());

/** Same for the stored visible trainings. */
export async function readPlacements(tx: Tx): Promise<string> {
  const rows = await tx
    .selectFrom('trainings')
    .innerJoin('continents', 'continents.pk', 'trainings.continent_pk')
    .select(['trainings.slug', 'trainings.kind', 'continents.slug as continent'])
    .where('trainings.hidden', '=', false)
    .execute();
  return placementKey(rows);
}
