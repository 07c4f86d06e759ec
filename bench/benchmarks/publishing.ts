import { setTimeout as sleep } from 'node:timers/promises';
import type { AuthoredLesson, PublishedLesson, Training } from '@hexpedition/contract';
import { openDatabase } from '../../apps/server/src/platform/db/open-database.ts';
import { superuserToken } from '../machine/accounts.ts';
import { getJson } from '../machine/http.ts';
import { type Platform, withDataDir, withPlatform } from '../machine/platform.ts';
import { readNumbers } from '../options.ts';
import { loadNow, number, printTable, writeReport } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { readTrainings } from './course-paths.ts';

/** Milliseconds of one publication and of its baseline, the save of the same draft. */
interface Sample {
  lesson: string;
  draft: number;
  publish: number;
}

export async function run(args: string[]): Promise<void> {
  const options = readNumbers(args, {
    rounds: { min: 1, max: 1_000, fallback: 40 },
    starts: { min: 1, max: 100, fallback: 5 },
  });
  const loadBefore = loadNow();
  const { first, later, lessons } = await withDataDir((dataDir) => measure(dataDir, options));
  printTable(
    `Publishing a changed lesson, shipped curriculum with ${number(lessons)} lessons; milliseconds.`,
    (
      [
        [`the first after a start (${options.starts} starts)`, first],
        [`later ones (${options.rounds})`, later],
      ] as const
    ).flatMap(([what, samples]) => [
      { '': what, ...statistics(samples.map(({ publish }) => publish)) },
      { '': '  saving its draft', ...statistics(samples.map(({ draft }) => draft)) },
    ]),
  );
  writeReport('publishing', { options, loadBefore, lessons, first, later });
}

const statistics = (times: readonly number[]) => ({
  median: number(median(times)),
  p95: number(percentile(times, 95)),
  slowest: number(Math.max(...times)),
});

async function measure(dataDir: string, { rounds, starts }: { rounds: number; starts: number }) {
  const first: Sample[] = [];
  let token: string | undefined;
  for (let start = 0; start < starts; start++) {
    first.push(
      await withPlatform({ dataDir, waitFor: '/readyz' }, async (platform) => {
        token ??= await makeSuperuser(dataDir);
        const lessons = await readLessons(platform);
        return publish(platform, token, pick(lessons, start), `start ${start}`);
      }),
    );
  }
  return withPlatform({ dataDir, waitFor: '/readyz' }, async (platform) => {
    token ??= await makeSuperuser(dataDir);
    const lessons = await readLessons(platform);
    const later: Sample[] = [];
    await publish(platform, token, pick(lessons, 0), 'first of this start');
    for (let round = 0; round < rounds; round++)
      later.push(await publish(platform, token, pick(lessons, round), `round ${round}`));
    return { first, later, lessons: lessons.length };
  });
}

async function makeSuperuser(dataDir: string): Promise<string> {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
  try {
    return await superuserToken(db, dataDir);
  } finally {
    await close();
  }
}

async function readLessons({ port }: Platform): Promise<string[]> {
  const lessons: string[] = [];
  for (const { slug } of await readTrainings(port)) {
    const { chapters } = await getJson<Training>(port, `/api/training/${slug}`);
    lessons.push(...chapters.flatMap(({ subchapters }) => subchapters.map((lesson) => lesson.slug)));
  }
  return lessons;
}

/** Spreads the rounds over all courses: a step that has no factor in common with most counts of lessons. */
const pick = (lessons: readonly string[], round: number): string => lessons[(round * 37) % lessons.length] ?? '';

/** Time of an author between the last key and the button: the draft is saved and the dialog is read. */
const pauseMs = 2_000;

/** Adds a paragraph to a lesson, saves it as a draft and publishes it. */
async function publish({ port }: Platform, token: string, slug: string, mark: string): Promise<Sample> {
  const call = async <T>(method: string, path: string, body?: object): Promise<[T, number]> => {
    const since = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/admin/subchapter/${slug}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${slug}${path} returned ${answer.status}: ${text.slice(0, 500)}`);
    return [JSON.parse(text) as T, performance.now() - since];
  };
  const [{ published }] = await call<AuthoredLesson>('GET', '');
  if (!published) throw new Error(`${slug} is not published.`);
  const { head, body, revision } = published;
  const changed = { head, body: `${body.trimEnd()}\n\nBenchmark: ${mark}.\n`, base: revision, version: 0 };
  const [saved, draft] = await call<{ version: number }>('PUT', '/draft', changed);
  await sleep(pauseMs);
  const [answer, time] = await call<PublishedLesson>('POST', '/publish', { version: saved.version });
  if (!answer.applied) throw new Error(`${slug} was not published: ${JSON.stringify(answer.diagnostics)}`);
  return { lesson: slug, draft, publish: time };
}
