import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open-database.ts';
import { type CompareOptions, compare, type Side } from '../compare.ts';
import { fill } from '../fill/fill.ts';
import { logIn } from '../fill/log-in.ts';
import type { Request } from '../load-generator.ts';
import type { Child } from '../machine/children.ts';
import { type Platform, withDataDir, withPlatform } from '../machine/platform.ts';
import { freePort } from '../machine/port.ts';
import { postgresPids } from '../machine/proc.ts';
import { withRole } from '../machine/role.ts';
import { loadNow, printTable, sideRows, warnings, writeReport } from '../report.ts';
import { type BareApi, keyOf } from '../roles/bare-api.ts';
import type { Statement } from '../roles/capture.ts';
import { captureStatements } from './capture-statements.ts';
import { compareBytes, encodings } from './compare-bytes.ts';
import { describeOptions, readCompareOptions } from './compare-options.ts';
import { readTrainings } from './course-paths.ts';

/** Number of learners and their activity, for the two parts of this benchmark. */
const populations = [
  { users: 1_000, solves: 5_000, completions: 10_000 },
  { users: 100_000, solves: 500_000, completions: 1_000_000 },
];

interface ApiBenchmark {
  platform: Platform;
  db: Db;
  databaseUrl: string;
  generator: Child;
  options: CompareOptions;
}

export async function run(args: string[]): Promise<void> {
  const options = readCompareOptions(args);
  const loadBefore = loadNow();
  const results = await withDataDir((dataDir) =>
    withPlatform({ dataDir, waitFor: '/readyz' }, async (platform) => {
      // Attaches to the PostgreSQL that the platform has started.
      const { db, url, close } = await openDatabase({ databaseUrl: null, dataDir });
      try {
        return await withRole('generator', (generator) =>
          measureAll({ platform, db, databaseUrl: url, generator, options }),
        );
      } finally {
        await close();
      }
    }),
  );
  writeReport('api', { options, loadBefore, results });
}

interface ApiCase {
  name: string;
  /** The route as Fastify writes it. */
  route: string;
  /** Makes the requests just before they are sent, because an access token is valid for ten minutes. */
  requests: () => Promise<Request[]>;
}

const leaderboard = '/api/account/leaderboard';

function makeCases({ platform, db }: { platform: Platform; db: Db }): ApiCase[] {
  const signedIn = (path: string) => async () =>
    (await logIn(platform.port, db)).map((authorization) => ({ path, headers: { authorization } }));
  return [
    { name: 'progress, logged in', route: '/api/progress', requests: signedIn('/api/progress') },
    { name: 'leaderboard, logged in', route: leaderboard, requests: signedIn(leaderboard) },
  ];
}

/** Public answers that the platform stores as bytes. */
async function publicPaths(port: number): Promise<string[]> {
  const [training] = await readTrainings(port);
  if (!training) throw new Error('There is no course.');
  const ofTraining = `/api/training/${training.slug}`;
  return [
    ...['/api/trainings', ofTraining, `${ofTraining}/chapters`, '/api/lab/', '/api/config/hexmap2'],
    ...['/api/config/features2', leaderboard],
  ];
}

async function measurePublic({ platform, generator, options }: ApiBenchmark) {
  const cases = [];
  for (const path of await publicPaths(platform.port)) {
    for (const [encoding, headers] of Object.entries(encodings)) {
      const sides = await compareBytes(generator, platform, path, headers, options);
      cases.push({ name: `${path} ${encoding}`, sides });
    }
  }
  const rows = cases.flatMap(({ name, sides }) => sideRows(name, sides));
  printTable(`Public JSON, and a server that sends the same bytes. ${describeOptions(options)}`, rows);
  for (const line of new Set(cases.flatMap(({ sides }) => warnings(sides)))) console.log(`\n${line}`);
  return cases;
}

async function measureAll(running: ApiBenchmark) {
  const results = [];
  const publicCases: Awaited<ReturnType<typeof measurePublic>> = [];
  let there = { users: 0, solves: 0, completions: 0 };
  for (const [index, wanted] of populations.entries()) {
    await fill(running.db, {
      users: wanted.users - there.users,
      solves: wanted.solves - there.solves,
      completions: wanted.completions - there.completions,
      seed: index + 1,
    });
    there = wanted;
    if (index === 0) publicCases.push(...(await measurePublic(running)));
    const cases = [];
    for (const one of makeCases(running)) cases.push(await measure(running, one));
    report(`API with ${wanted.users.toLocaleString('en')} users. ${describeOptions(running.options)}`, cases);
    results.push({ ...wanted, cases });
  }
  return { public: publicCases, personal: results };
}

async function measure(running: ApiBenchmark, { name, route, requests: makeRequests }: ApiCase) {
  const { platform, databaseUrl, generator, options } = running;
  const requests = await makeRequests();
  const captured = await captureStatements(platform.dataDir, requests);
  const port = await freePort();
  return withRole('bare-api', async (bare) => {
    const plans = new Map(
      requests.map(({ path, headers }, i) => [keyOf(path, headers?.authorization), captured[i] ?? []]),
    );
    await bare.ask<void>({ port, databaseUrl, routes: [route], plans } satisfies BareApi);
    const databasePids = () => postgresPids(platform.dataDir);
    const sides: Side[] = [
      { name: 'Hexpedition', port: platform.port, requests, pids: () => [platform.pid], databasePids },
      { name: 'bare Fastify', port, requests, pids: () => [bare.pid], databasePids },
    ];
    return { name, statements: shape(captured[0] ?? []), sides: await compare(generator, sides, options) };
  });
}

/** Returns the number of statements of a request: `1+2` is one statement, then two in parallel. */
const shape = (groups: Statement[][]) => groups.map((together) => together.length).join('+');

type Measurement = Awaited<ReturnType<typeof measure>>;

function report(title: string, cases: Measurement[]): void {
  const rows = cases.flatMap(({ name, statements, sides }) =>
    sideRows(name, sides).map((row, index) => ({ ...row, statements: index === 0 ? statements : '' })),
  );
  printTable(title, rows);
  for (const line of new Set(cases.flatMap(({ sides }) => warnings(sides)))) console.log(`\n${line}`);
}
