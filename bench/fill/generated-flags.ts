import { sql } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/db.ts';

/** Flags that every continent gets in addition to those of the shipped lessons. */
const flagsPerContinent = 40;

/**
 * Adds a course full of flags to every continent, worth 5 to 25 points each, so that learners can have found more than
 * the shipped lessons contain. Only for disposable databases: the flags have no solution.
 */
export async function addFlags(db: Db): Promise<void> {
  await sql`
    with new_trainings as (
      insert into trainings (uid, slug, continent_pk, name, icon, summary, description_html, position)
      select 'bench-' || slug, 'bench-' || slug, pk, 'Flags of ' || name, 'compass', '', '', 1000 + position
      from continents returning pk, slug
    ), new_chapters as (
      insert into chapters (uid, training_pk, slug, name, position)
      select 'bench-' || slug, pk, 'flags', 'Flags', 0 from new_trainings returning pk, uid
    ), new_lessons as (
      insert into subchapters (uid, chapter_pk, slug, name, summary, minutes, position, content_hash)
      select uid || '-' || n, pk, uid || '-' || n, 'Flag ' || n, '', 5, n, ''
      from new_chapters cross join generate_series(1, ${flagsPerContinent}::int) as n returning pk, position, uid
    ), new_modules as (
      insert into modules (subchapter_pk, id, position, kind, data)
      select pk, 'flag', 0, 'flag', '{"title": "A flag", "html": "", "points": 10}' from new_lessons
      returning pk, subchapter_pk
    )
    insert into flags (module_pk, id, name, points, salt, hash)
    select new_modules.pk, 'flag', 'A flag', 5 + 5 * (new_lessons.position % 5), '', ''
    from new_modules join new_lessons on new_lessons.pk = new_modules.subchapter_pk`.execute(db);
}
