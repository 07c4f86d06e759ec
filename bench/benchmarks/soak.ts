import { readdirSync } from 'node:fs';
import { openDatabase } from '../../apps/server/src/platform/db/open-database.ts';
import { fill } from '../fill/fill.ts';
import { logIn } from '../fill/log-in.ts';
import type { LoadOptions, LoadResult, Request } from '../load-generator.ts';
import { type Platform, withDataDir, withPlatform } from '../machine/platform.ts';
import { residentBytes } from '../machine/proc.ts';
import { withRole } from '../machine/role.ts';
import { readNumbers } from '../options.ts';
import { loadNow, number, printTable, writeReport } from '../report.ts';
import { slope } from '../statistics.ts';
import { findLessonPath, readTrainings } from './course-paths.ts';

const sampleMs = 5_000;
/** Caches and pools fill in this time. */
const settlingMinutes = 2;
const megabyte = 1_048_576;

interface Sample {
  minutes: number;
  megabytes: number;
  handles: number;
}

/** Reads resident memory and open handles of the platform's process. */
function sample({ pid }: Platform, since: number): Sample {
  return {
    minutes: (performance.now() - since) / 60_000,
    megabytes: (residentBytes(pid) ?? Number.NaN) / megabyte,
    handles: readdirSync(`/proc/${pid}/fd`).length,
  };
}

/** Loads the platform at half of its capacity for minutes, and shows whether memory or handles grow. Linux only. */
export async function run(args: string[]): Promise<void> {
  const { minutes, connections } = readNumbers(args, {
    minutes: { min: 3, max: 10_000, fallback: 12 },
    connections: { min: 1, max: 1_000, fallback: 32 },
  });
  const loadBefore = loadNow();
  const result = await withDataDir((dataDir) =>
    withPlatform({ dataDir, waitFor: '/readyz', env: { LOG_LEVEL: 'warn' } }, async (platform) => {
      // Attaches to the PostgreSQL that the platform has started.
      const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
      try {
        await fill(db, { users: 1_000, solves: 20_000, completions: 10_000, seed: 1 });
        return await withRole('generator', async (generator) => {
          let requests: Request[] = [];
          const load = (durationMs: number, rate?: number) =>
            generator.ask<LoadResult>({
              ...{ port: platform.port, requests, connections, warmUpMs: 0, durationMs },
              ...(rate === undefined ? {} : { rate }),
            } satisfies LoadOptions);
          requests = await mixedRequests(platform, await logIn(platform.port, db));
          await load(5_000);
          const capacity = (await load(15_000)).perSecond;
          const since = performance.now();
          const samples: Sample[] = [];
          const timer = setInterval(() => samples.push(sample(platform, since)), sampleMs);
          const chunks: LoadResult[] = [];
          for (let minute = 0; minute < minutes; minute++) {
            // An access token is valid for ten minutes.
            if (minute % 8 === 0) requests = await mixedRequests(platform, await logIn(platform.port, db));
            chunks.push(await load(60_000, capacity / 2));
          }
          clearInterval(timer);
          return { capacity, chunks, samples };
        });
      } finally {
        await close();
      }
    }),
  );
  report({ ...result, minutes });
  writeReport('soak', { loadBefore, ...result });
}

interface Soak {
  minutes: number;
  /** Requests per second. */
  capacity: number;
  /** One result per minute. */
  chunks: LoadResult[];
  samples: Sample[];
}

function report({ capacity, chunks, samples, minutes }: Soak): void {
  const settled = samples.filter((one) => one.minutes >= settlingMinutes);
  const rows = chunks.map(({ perSecond, p50, p99, failures }, minute) => {
    const own = samples.filter((one) => Math.floor(one.minutes) === minute);
    return {
      minute: String(minute + 1),
      'requests/s': number(perSecond),
      'p50 ms': (p50 / 1_000).toFixed(1),
      'p99 ms': (p99 / 1_000).toFixed(1),
      'resident MB': (own.at(-1)?.megabytes ?? Number.NaN).toFixed(1),
      handles: String(own.at(-1)?.handles ?? ''),
      failures: JSON.stringify(failures),
    };
  });
  printTable(`${minutes} minutes at half of ${number(capacity)} requests/s.`, rows);
  const perMinute = slope(settled.map((one) => [one.minutes, one.megabytes]));
  console.log(`\nResident memory grows by ${perMinute.toFixed(2)} MB per minute after minute ${settlingMinutes}.`);
}

/** Pages and calls of visitors and learners, and one write. */
async function mixedRequests({ port }: Platform, credentials: string[]): Promise<Request[]> {
  const lesson = await findLessonPath(port);
  const [training] = await readTrainings(port);
  const publicPaths = [
    '/map',
    lesson,
    '/leaderboard',
    '/labs',
    '/api/trainings',
    '/api/lab/',
    '/api/account/leaderboard',
  ];
  const ownPaths = [
    '/api/progress',
    '/api/account/details',
    '/api/trainings',
    `/api/subchapter/${lesson.split('/').at(-1)}`,
  ];
  const body = JSON.stringify({ training: training?.slug });
  return credentials.flatMap((authorization) => [
    ...publicPaths.map((path) => ({ path, headers: { 'accept-encoding': 'gzip, br' } })),
    ...ownPaths.map((path) => ({ path, headers: { authorization } })),
    {
      path: '/api/trainings/enroll',
      method: 'POST' as const,
      headers: { authorization, 'content-type': 'application/json' },
      body,
    },
  ]);
}
