import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../apps/server/src/platform/db/open-database.ts';
import { type CompareOptions, compare, type Side, type SideResult } from '../compare.ts';
import { fill } from '../fill/fill.ts';
import { logIn } from '../fill/log-in.ts';
import type { Request } from '../load-generator.ts';
import type { Child } from '../machine/children.ts';
import { type Platform, withDataDir, withPlatform } from '../machine/platform.ts';
import { descendants, postgresPids } from '../machine/proc.ts';
import { withRole } from '../machine/role.ts';
import { readNumbers, UsageError } from '../options.ts';
import { loadNow, number, printTable, type Row, warnings, writeReport } from '../report.ts';
import { compareNumbers, describeOptions } from './compare-options.ts';
import { findLessonPath } from './course-paths.ts';

/** A kind of work that both platforms do. */
interface Work {
  name: string;
  ours: string;
  signedIn?: true;
  /** Undefined for work that CTFd has no counterpart of. */
  ctfd?: { path: string; recorded: number; goal: number };
  /** Requests per second that a cached answer should reach. */
  goal?: number;
}

/** Learners and solves of both platforms. */
const population = { users: 1_000, solves: 20_000, completions: 10_000 };

const works = (lesson: string): Work[] => [
  { name: 'public page', ours: '/map', ctfd: { path: '/challenges', recorded: 82, goal: 25 } },
  { name: 'scoreboard page', ours: '/leaderboard', ctfd: { path: '/scoreboard', recorded: 75, goal: 77 } },
  {
    name: 'scoreboard API',
    ours: '/api/account/leaderboard',
    ctfd: { path: '/api/v1/scoreboard', recorded: 215, goal: 10 },
  },
  {
    name: 'list, signed in (trainings)',
    ours: '/api/trainings',
    signedIn: true,
    ctfd: { path: '/api/v1/challenges', recorded: 199, goal: 10 },
  },
  {
    name: 'list, signed in (progress)',
    ours: '/api/progress',
    signedIn: true,
    ctfd: { path: '/api/v1/challenges', recorded: 214, goal: 10 },
  },
  {
    name: 'one lesson, signed in',
    ours: lesson,
    signedIn: true,
    ctfd: { path: '/api/v1/challenges/1', recorded: 81, goal: 20 },
  },
  {
    name: 'own account',
    ours: '/api/account/details',
    signedIn: true,
    ctfd: { path: '/api/v1/users/me', recorded: 195, goal: 15 },
  },
  { name: 'labs', ours: '/api/lab/', goal: 5_000 },
  { name: 'map data', ours: '/api/config/hexmap2', goal: 5_000 },
  { name: 'features', ours: '/api/config/features2', goal: 5_000 },
  { name: 'chapters', ours: '/api/training/sql-injection/chapters', goal: 5_000 },
];

interface RunningCtfd {
  port: number;
  /** Value of the cookie `session` of a user without special rights. */
  session: string;
}

/** Reads how to call a running CTFd from `hexpedition-bench.json` in its folder. */
function readCtfd(folder: string | undefined): RunningCtfd | undefined {
  if (folder === undefined) return undefined;
  const file = join(folder, 'hexpedition-bench.json');
  if (!existsSync(file)) throw new UsageError(`${file} does not exist. docs/benchmarks.md describes it.`);
  const { port, session } = JSON.parse(readFileSync(file, 'utf8')) as Partial<RunningCtfd>;
  if (typeof port !== 'number' || typeof session !== 'string')
    throw new UsageError(`${file} must contain "port", a number, and "session", a text.`);
  return { port, session };
}

export async function run([first, ...others]: string[]): Promise<void> {
  const hasFolder = first !== undefined && !first.startsWith('--');
  const ctfd = readCtfd(hasFolder ? first : undefined);
  const options = readNumbers(hasFolder || first === undefined ? others : [first, ...others], {
    ...compareNumbers,
    workers: { min: 1, max: 8, fallback: 1 },
  });
  const loadBefore = loadNow();
  const results = await withDataDir((dataDir) =>
    withPlatform(
      { dataDir, waitFor: '/readyz', env: { LOG_LEVEL: 'warn', WORKERS: `${options.workers}` } },
      async (platform) => {
        // Attaches to the PostgreSQL that the platform has started.
        const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
        try {
          await fill(db, { ...population, seed: 1 });
          const lesson = (await findLessonPath(platform.port)).split('/').at(-1);
          return await withRole('generator', async (generator) => {
            const measured = [];
            for (const work of works(`/api/subchapter/${lesson}`)) {
              // An access token is valid for ten minutes.
              const credentials = work.signedIn ? await logIn(platform.port, db) : [];
              measured.push({ work, sides: await measure({ generator, platform, ctfd, options }, work, credentials) });
            }
            return measured;
          });
        } finally {
          await close();
        }
      },
    ),
  );
  const baseline = ctfd
    ? 'a running CTFd'
    : 'figures of CTFd 3.8.7 that were recorded on two cores (docs/benchmarks.md)';
  const title = `Compared with ${baseline}. WORKERS=${options.workers}, ${describeOptions(options)}`;
  printTable(
    title,
    results.map(({ work, sides }) => rowOf(work, sides, ctfd !== undefined)),
  );
  for (const line of new Set(results.flatMap(({ sides }) => warnings(sides)))) console.log(`\n${line}`);
  writeReport('ctfd', { options, loadBefore, results });
}

interface Bench {
  generator: Child;
  platform: Platform;
  ctfd: RunningCtfd | undefined;
  options: CompareOptions;
}

function measure({ generator, platform, ctfd, options }: Bench, work: Work, credentials: string[]) {
  const requests: Request[] =
    credentials.length > 0
      ? credentials.map((authorization) => ({ path: work.ours, headers: { authorization } }))
      : [{ path: work.ours }];
  const sides: Side[] = [{ name: 'Hexpedition', port: platform.port, requests, pids: () => webProcesses(platform) }];
  if (ctfd && work.ctfd) {
    const headers: Record<string, string> = work.signedIn ? { cookie: `session=${ctfd.session}` } : {};
    sides.push({ name: 'CTFd', port: ctfd.port, requests: [{ path: work.ctfd.path, headers }], pids: () => [] });
  }
  return compare(generator, sides, options);
}

/** Returns the primary and its workers, without the processes of PostgreSQL. */
function webProcesses({ pid, dataDir }: Platform): number[] {
  const database = new Set(postgresPids(dataDir));
  return [pid, ...descendants(pid)].filter((one) => !database.has(one));
}

function rowOf({ name, ours, ctfd, goal }: Work, [own, other]: SideResult[], isRunning: boolean): Row {
  const perSecond = own?.perSecond ?? 0;
  const theirs = ctfd && (isRunning ? (other?.perSecond ?? 0) : ctfd.recorded);
  const ratio = theirs && perSecond / theirs;
  const isReached = ctfd ? (ratio ?? 0) >= ctfd.goal : perSecond >= (goal ?? 0);
  return {
    work: name,
    address: ours,
    'CTFd req/s': theirs ? number(theirs) : '–',
    'req/s': number(perSecond),
    ratio: ratio ? number(ratio, 1) : '–',
    goal: ctfd ? `× ${ctfd.goal}` : number(goal ?? 0),
    reached: isReached ? 'yes' : 'no',
    'p99 ms': number((own?.p99 ?? 0) / 1_000, 1),
    'CPU µs': own?.serverCpu === undefined ? '–' : number(own.serverCpu),
    failed: number(Object.values(own?.failures ?? {}).reduce((sum, count) => sum + count, 0)),
  };
}
