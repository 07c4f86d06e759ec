import { sql } from 'kysely';
import { refreshSearch } from '../../apps/server/src/features/search/search.public.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open-database.ts';
import { compare, type SideResult } from '../compare.ts';
import { createRandom } from '../fill/random.ts';
import type { Request } from '../load-generator.ts';
import type { Child } from '../machine/children.ts';
import { type Platform, withDataDir, withPlatform } from '../machine/platform.ts';
import { postgresPids } from '../machine/proc.ts';
import { withRole } from '../machine/role.ts';
import { readNumbers } from '../options.ts';
import { loadNow, number, printTable, sideRows, warnings, writeReport } from '../report.ts';
import { median } from '../statistics.ts';
import { describeOptions } from './compare-options.ts';

const sizes = [1_000, 10_000];

/** Search terms: common words, rare ones, several, prefixes, misspelt ones, and words without a match. */
const cases: Record<string, string[]> = {
  'common word': ['server', 'file', 'byte', 'request', 'password'],
  'rare word': ['nonce', 'fragment', 'umask', 'polymorphic', 'idempotent'],
  'several words': ['session cookie header', 'blind sql injection', 'hash salt password', 'prime inverse'],
  prefix: ['cook', 'inj', 'encod', 'perm', 'sess'],
  'misspelt word': ['injektion', 'pasword', 'encodign', 'coookie', 'reqeust'],
  nowhere: ['zzyzxqq', 'wombatfish', 'qwrtpsdfg'],
};

interface Library {
  lessons: number;
  platform: Platform;
}

export async function run(args: string[]): Promise<void> {
  const options = readNumbers(args, {
    rounds: { min: 1, max: 100, fallback: 5 },
    seconds: { min: 1, max: 600, fallback: 3 },
    // Few connections, so that this measures the response time and not the queueing for two cores.
    connections: { min: 1, max: 1_000, fallback: 2 },
  });
  const loadBefore = loadNow();
  await withLibraries(sizes, (libraries) =>
    withRole('generator', async (generator) => {
      const measured = [];
      for (const [name, questions] of Object.entries(cases)) {
        measured.push(await measure(generator, libraries, name, questions, options));
      }
      printTable(
        `Search. ${describeOptions(options)}`,
        measured.flatMap(({ name, sides }) => sideRows(name, sides)),
      );
      for (const line of new Set(measured.flatMap(({ sides }) => warnings(sides)))) console.log(`\n${line}`);
      printTable(
        `Growth from ${sizes.map((size) => number(size)).join(' to ')} lessons (factor)`,
        measured.map(growthRow),
      );
      writeReport('search', { options, loadBefore, measured });
    }),
  );
}

const lessonsATraining = 50;
const sentencesALesson = 60;
const chunk = 500;

/**
 * Adds courses with this many lessons. Their names and texts are shuffled sentences of the shipped lessons, so that
 * word frequencies match real lessons. Only for disposable databases.
 */
async function addLessons(db: Db, lessons: number, seed: number): Promise<void> {
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

async function withLibraries(
  wanted: number[],
  use: (libraries: Library[]) => Promise<void>,
  there: Library[] = [],
): Promise<void> {
  const [lessons, ...others] = wanted;
  if (lessons === undefined) return use(there);
  return withDataDir((dataDir) =>
    // The requests come from many networks, because the rate limit would reject those of a single one.
    withPlatform({ dataDir, env: { TRUST_PROXY: 'yes' } }, async (platform) => {
      const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
      try {
        const since = performance.now();
        await addLessons(db, lessons, 1);
        await db.transaction().execute(async (tx) => {
          await sql`set local statement_timeout = 0`.execute(tx);
          await refreshSearch(tx);
        });
        await sql`vacuum analyze search_documents`.execute(db);
        console.log(
          `${number(lessons)} lessons: filled and indexed in ${number((performance.now() - since) / 1_000, 1)} s.`,
        );
        await withLibraries(others, use, [...there, { lessons, platform }]);
      } finally {
        await close();
      }
    }),
  );
}

async function measure(
  generator: Child,
  libraries: Library[],
  name: string,
  questions: string[],
  options: { rounds: number; seconds: number; connections: number },
) {
  const requests = requestsFor(questions);
  const sides = await compare(
    generator,
    libraries.map(({ lessons, platform }) => ({
      name: `${number(lessons)} lessons`,
      port: platform.port,
      requests,
      pids: () => [platform.pid],
      databasePids: () => postgresPids(platform.dataDir),
    })),
    options,
  );
  return { name, sides };
}

const networks = 400;

const requestsFor = (questions: string[]): Request[] =>
  Array.from({ length: networks * questions.length }, (_, i) => ({
    path: `/api/search?q=${encodeURIComponent(questions[i % questions.length] ?? '')}`,
    headers: { 'x-forwarded-for': `10.${i % 250}.${Math.floor(i / 250)}.1` },
  }));

function growthRow({ name, sides }: Awaited<ReturnType<typeof measure>>) {
  const [few, many] = [sides[0] as SideResult, sides.at(-1) as SideResult];
  const growth = (key: 'p50' | 'p99') =>
    median(few.rounds.map((round, index) => (many.rounds[index]?.[key] ?? Number.NaN) / round[key]));
  const cpu = (many.databaseCpu ?? Number.NaN) / (few.databaseCpu ?? Number.NaN);
  return {
    '': name,
    'API p50': number(growth('p50'), 2),
    'API p99': number(growth('p99'), 2),
    'database CPU': number(cpu, 2),
  };
}
