import { sql } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { createRandom } from './random.ts';

const lessonsATraining = 50;
const sentencesALesson = 60;
const chunk = 500;

/**
 * Adds courses with this many lessons. Their names and texts are shuffled sentences of the shipped lessons, so that
 * word frequencies match real lessons. Only for disposable databases.
 */
export async function addLessons(db: Db, lessons: number, seed: number): Promise<void> {
  const random = createRandom(seed);
  const { names, sentences } = await readSentences(db);
  await sql`
    insert into trainings (uid, slug, continent_pk, name, icon, summary, description_html, position)
    select 'bench-' || n, 'bench-' || n, (select pk from continents order by position limit 1), 'More lessons ' || n,
      'compass', '', '', 2000 + n
    from generate_series(0, ${Math.ceil(lessons / lessonsATraining) - 1}::int) as n`.execute(db);
  await sql`
    insert into chapters (uid, training_pk, slug, name, position)
    select uid, pk, 'lessons', 'Lessons', 0 from trainings where uid like 'bench-%'`.execute(db);
  for (let start = 0; start < lessons; start += chunk) {
    const numbers = Array.from({ length: Math.min(chunk, lessons - start) }, (_, i) => start + i);
    const several = (count: number, list: readonly string[]) =>
      Array.from({ length: count }, () => random.pick(list)).join(' ');
    await sql`
      with lesson as (
        insert into subchapters (uid, chapter_pk, slug, name, summary, minutes, position, content_hash)
        select 'bench-lesson-' || n, chapters.pk, 'bench-lesson-' || n, new.name, new.summary, 8, n, ''
        from unnest(${numbers}::int[], ${numbers.map(() => several(2, names))}::text[],
          ${numbers.map(() => several(1, sentences))}::text[]) as new (n, name, summary)
        join chapters on chapters.uid = 'bench-' || (n / ${lessonsATraining}::int)
        returning pk, position
      )
      insert into modules (subchapter_pk, id, position, kind, data)
      select lesson.pk, 'text-1', 0, 'text', jsonb_build_object('html', texts.html, 'headings', '[]'::jsonb)
      from lesson join unnest(${numbers}::int[], ${numbers.map(() => several(sentencesALesson, sentences))}::text[])
        as texts (n, html) on texts.n = lesson.position`.execute(db);
  }
}

async function readSentences(db: Db): Promise<{ names: string[]; sentences: string[] }> {
  const rows = await db
    .selectFrom('search_documents')
    .select(['search_documents.name', 'search_documents.body'])
    .where('search_documents.kind', '=', 'subchapter')
    .orderBy('search_documents.ref')
    .execute();
  if (rows.length === 0) throw new Error('The platform under test has no lessons to take sentences from.');
  return {
    names: rows.map(({ name }) => name),
    sentences: rows.flatMap(({ body }) => body.split(/(?<=[.?!])\s+/)).filter(({ length }) => length > 20),
  };
}
