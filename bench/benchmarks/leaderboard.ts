import { compare, type Side, type SideResult } from '../compare.ts';
import type { Child } from '../machine/children.ts';
import { freePort } from '../machine/port.ts';
import { postgresPids } from '../machine/proc.ts';
import { withRole } from '../machine/role.ts';
import { readNumbers } from '../options.ts';
import { loadNow, number, printTable, type Row, sideRows, warnings, writeReport } from '../report.ts';
import { type BareApi, keyOf } from '../roles/bare-api.ts';
import { median } from '../statistics.ts';
import { captureStatements } from './capture-statements.ts';
import { describeOptions } from './compare-options.ts';
import { type DatabaseCost, explain } from './explain.ts';
import { type LeaderboardCase, leaderboard, leaderboardCases } from './leaderboard-cases.ts';
import { type Population, withPopulations } from './populations.ts';
import { measureSolves } from './solves.ts';

const sizes = [1_000, 100_000, 1_000_000];

export async function run(args: string[]): Promise<void> {
  const { users, ...options } = readNumbers(args, {
    rounds: { min: 1, max: 100, fallback: 5 },
    seconds: { min: 1, max: 600, fallback: 4 },
    // Few connections, so that this measures the response time and not the queueing for two cores.
    connections: { min: 1, max: 1_000, fallback: 4 },
    users: { min: 1_000, max: 1_000_000, fallback: 1_000_000 },
  });
  const loadBefore = loadNow();
  await withPopulations(
    sizes.filter((size) => size <= users),
    (populations) =>
      withRole('generator', async (generator) => {
        const cases = [];
        for (const one of leaderboardCases) cases.push(await measure(generator, populations, one, options));
        printTable(
          `Leaderboard. ${describeOptions(options)}`,
          cases.flatMap(({ name, sides }) => sideRows(name, sides)),
        );
        for (const line of new Set(cases.flatMap(({ sides }) => warnings(sides)))) console.log(`\n${line}`);
        printTable('Statements alone, in the database', cases.flatMap(databaseRows));
        printTable(`Growth from the smallest to the largest board (${growthOf})`, cases.map(growthRow));
        const solves = [];
        for (const { db, users } of populations) solves.push(...(await measureSolves(db, users)));
        printTable('Transaction that adds a solve', solves);
        const filled = populations.map(({ users, filledIn, bytes }) => ({ users, filledIn, bytes }));
        writeReport('leaderboard', { options, loadBefore, filled, cases, solves });
      }),
  );
}

const growthOf = 'factor; API: the median of the factors of the rounds';

/** Measures all sizes, and the bare server on the largest one. */
async function measure(
  generator: Child,
  populations: Population[],
  { name, requests: makeRequests }: LeaderboardCase,
  options: { rounds: number; seconds: number; connections: number },
) {
  const costs: (DatabaseCost & { users: number })[] = [];
  const sides: Side[] = [];
  let plans: BareApi['plans'] = new Map();
  for (const population of populations) {
    const { platform, db, users } = population;
    const requests = await makeRequests(population);
    const captured = await captureStatements(platform.dataDir, requests);
    costs.push({ users, ...(await explain(db, captured)) });
    const databasePids = () => postgresPids(platform.dataDir);
    const side = { requests, pids: () => [platform.pid], databasePids };
    sides.push({ name: `${number(users)} learners`, port: platform.port, ...side });
    plans = new Map(requests.map(({ path, headers }, i) => [keyOf(path, headers?.authorization), captured[i] ?? []]));
  }
  const largest = populations.at(-1) as Population;
  const last = sides.at(-1) as Side;
  const port = await freePort();
  return withRole('bare-api', async (bare) => {
    const { databaseUrl } = largest;
    await bare.ask<void>({ port, databaseUrl, routes: [leaderboard], plans } satisfies BareApi);
    const baseline = { ...last, name: `bare Fastify, ${last.name}`, port, pids: () => [bare.pid] };
    return { name, costs, sides: await compare(generator, [...sides, baseline], options) };
  });
}

type Measurement = Awaited<ReturnType<typeof measure>>;

const databaseRows = ({ name, costs }: Measurement): Row[] =>
  costs.map(({ users, p50, slowest, blocks }, index) => ({
    '': index === 0 ? name : '',
    learners: number(users),
    'p50 ms': number(p50, 2),
    'slowest ms': number(slowest, 2),
    'blocks of 8 KB': number(blocks),
  }));

function growthRow({ name, sides, costs }: Measurement): Row {
  const [first, last] = [sides[0] as SideResult, sides.at(-2) as SideResult];
  const growth = (key: 'p50' | 'p99') =>
    median(first.rounds.map((round, index) => (last.rounds[index]?.[key] ?? Number.NaN) / round[key]));
  const [fewest, most] = [costs[0], costs.at(-1)];
  const ratio = (key: keyof DatabaseCost) => (most?.[key] ?? Number.NaN) / (fewest?.[key] ?? Number.NaN);
  return {
    '': name,
    'API p50': number(growth('p50'), 2),
    'API p99': number(growth('p99'), 2),
    'database p50': number(ratio('p50'), 2),
    blocks: number(ratio('blocks'), 2),
  };
}
