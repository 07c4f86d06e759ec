import { openDatabase } from '../../apps/server/src/platform/db/open-database.ts';
import { fill } from '../fill/fill.ts';
import type { LoadOptions, LoadResult, Request } from '../load-generator.ts';
import { spawnNode } from '../machine/children.ts';
import { getOk, untilOk } from '../machine/http.ts';
import { type Platform, withDataDir, withPlatform } from '../machine/platform.ts';
import { freePort } from '../machine/port.ts';
import { postgresPids, proportionalBytes, residentBytes } from '../machine/proc.ts';
import { withRole } from '../machine/role.ts';
import { readNumbers } from '../options.ts';
import { loadNow, megabytes, number, printTable, writeReport } from '../report.ts';
import { median } from '../statistics.ts';
import { findLessonPath, readTrainings } from './course-paths.ts';

const page = '/map';

export async function run(args: string[]): Promise<void> {
  const options = readNumbers(args, {
    rounds: { min: 1, max: 100, fallback: 7 },
    seconds: { min: 1, max: 600, fallback: 20 },
    connections: { min: 1, max: 1_000, fallback: 32 },
  });
  const loadBefore = loadNow();
  const { first, starts, memory } = await withDataDir(async (dataDir) => ({
    first: await timeStart(dataDir),
    starts: await timeStarts(dataDir, options.rounds),
    memory: await measureMemory(dataDir, options),
  }));
  printTable(`From the start of the process to the first 200 of ${page}, ${options.rounds} alternating rounds.`, [
    { start: 'Hexpedition, new data folder (once)', ms: number(first), fastest: '', slowest: '' },
    startRow(
      'Hexpedition, existing data folder',
      starts.map((one) => one.platform),
    ),
    startRow(
      'bare Node server',
      starts.map((one) => one.bare),
    ),
  ]);
  printTable(
    'Resident memory in MB. PostgreSQL: all its processes, shared pages counted once.',
    memory.map(({ when, server, postgres }) => ({
      when,
      server: megabytes(server),
      PostgreSQL: megabytes(postgres),
    })),
  );
  writeReport('start', { options, loadBefore, first, starts, memory });
}

const startRow = (start: string, times: number[]) => ({
  start,
  ms: number(median(times)),
  fastest: number(Math.min(...times)),
  slowest: number(Math.max(...times)),
});

async function timeStart(dataDir: string): Promise<number> {
  return withPlatform({ dataDir, waitFor: page }, async (platform) => platform.startedIn);
}

async function timeStarts(dataDir: string, rounds: number) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    times.push({ platform: await timeStart(dataDir), bare: await timeBareStart() });
  }
  return times;
}

/** Measures how long Node itself takes to start on this machine at this hour. */
async function timeBareStart(): Promise<number> {
  const port = await freePort();
  const since = performance.now();
  const code = `require('http').createServer((_, r) => r.end('ok')).listen(${port}, '127.0.0.1')`;
  const child = spawnNode({ args: ['-e', code] });
  try {
    return await untilOk(port, '/', since, child.isAlive);
  } finally {
    await child.stop();
  }
}

async function measureMemory(dataDir: string, options: { seconds: number; connections: number }) {
  const at = (when: string, { pid }: Platform) => ({
    when,
    server: residentBytes(pid),
    postgres: proportionalBytes(postgresPids(dataDir)),
  });
  return withPlatform({ dataDir, waitFor: page }, async (platform) => {
    const afterStart = at('after the start and one page', platform);
    await addLearners(dataDir);
    const load = await loadEverything(platform, options);
    const afterLoad = at(`after ${options.seconds} s of load (${number(load.perSecond)} req/s)`, platform);
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    return [afterStart, afterLoad, at('10 s later', platform)];
  });
}

async function addLearners(dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
  await fill(db, { users: 1_000, solves: 2_000, completions: 5_000, seed: 1 }).finally(close);
}

/** Alternates pages and API calls, as a visitor's browser requests them. */
async function loadEverything(
  { port }: Platform,
  options: { seconds: number; connections: number },
): Promise<LoadResult> {
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
  const trainings = await readTrainings(port);
  const paths = [
    page,
    await findLessonPath(port),
    '/leaderboard',
    '/api/account/leaderboard',
    ...trainings.flatMap(({ slug }) => [`/courses/${slug}`, `/api/training/${slug}`]),
  ];
  const requests: Request[] = [];
  for (const path of paths) {
    await getOk(port, path, headers);
    requests.push({ path, headers });
  }
  return withRole('generator', (generator) =>
    generator.ask<LoadResult>({
      ...{ port, requests, connections: options.connections, warmUpMs: 0, durationMs: options.seconds * 1_000 },
    } satisfies LoadOptions),
  );
}
