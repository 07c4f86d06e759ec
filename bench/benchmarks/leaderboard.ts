import { randomUUID } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { createAccessTokens } from '../../apps/server/src/features/accounts/access-token.ts';
import { boardName, type Period } from '../../apps/server/src/features/leaderboard/boards.ts';
import { encodeCursor } from '../../apps/server/src/features/leaderboard/leaderboard-cursor.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { openSecrets } from '../../apps/server/src/platform/secrets.ts';
import { compare, type Side, type SideResult } from '../compare.ts';
import type { Request } from '../load-generator.ts';
import type { Child } from '../machine/children.ts';
import { freePort } from '../machine/port.ts';
import { postgresPids } from '../machine/proc.ts';
import { withRole } from '../machine/role.ts';
import { readNumbers } from '../options.ts';
import { loadNow, number, printTable, type Row, sideRows, warnings, writeReport } from '../report.ts';
import { type BareApi, keyOf } from '../roles/bare-api.ts';
import type { Statement } from '../roles/capture.ts';
import { median } from '../statistics.ts';
import { captureStatements } from './capture-statements.ts';
import { describeOptions } from './compare-options.ts';
import { type Population, withPopulations } from './populations.ts';
import { measureSolves } from './solves.ts';

const sizes = [1_000, 100_000, 1_000_000];

interface LeaderboardCase {
  name: string;
  requests(population: Population): Promise<Request[]>;
}

const leaderboard = '/api/account/leaderboard';
/** Number of learners and positions to request, spread over the whole board. */
const sampleSize = 20;

const leaderboardCases: LeaderboardCase[] = [
  { name: 'first page', requests: async () => [{ path: leaderboard }] },
  { name: 'deep page', requests: (population) => deepPages(population, 'all') },
  { name: 'own rank', requests: (population) => ownRanks(population, 'all') },
  { name: 'month, own rank', requests: (population) => ownRanks(population, 'month') },
  { name: 'week, deep page', requests: (population) => deepPages(population, 'week') },
  { name: 'continent, own rank', requests: (population) => ownRanks(population, 'all', true) },
  { name: 'week and continent, own rank', requests: (population) => ownRanks(population, 'week', true) },
];

interface RankedLearner {
  user_pk: number;
  points: number;
  at: string;
}

async function sampleLearners({ db }: Population, board: string): Promise<RankedLearner[]> {
  const { rows } = await sql<RankedLearner>`
    select user_pk, points, (extract(epoch from last_solve_at) * 1000000)::bigint::text as at
    from board_scores where board = ${board} and points > 0 order by random() limit ${sampleSize}`.execute(db);
  if (rows.length === 0) throw new Error(`The board ${board} is empty.`);
  return rows;
}

async function boardOf({ db }: Population, period: Period, ofContinent: boolean) {
  const first = await db.selectFrom('continents').select('slug').orderBy('position').limit(1).executeTakeFirst();
  const continent = ofContinent ? first?.slug : undefined;
  const query = new URLSearchParams({ period, ...(continent ? { continent } : {}) });
  return { board: boardName(period, new Date(), continent), path: `${leaderboard}?${query}` };
}

async function deepPages(population: Population, period: Period): Promise<Request[]> {
  const { board, path } = await boardOf(population, period, false);
  const learners = await sampleLearners(population, board);
  return learners.map(({ user_pk: pk, points, at }) => ({
    path: `${path}&cursor=${encodeCursor({ points, at, pk })}`,
  }));
}

/** Inserts sessions into the table instead of logging in, because a log-in costs a password hash. */
async function ownRanks(population: Population, period: Period, ofContinent = false): Promise<Request[]> {
  const { db, platform } = population;
  const { board, path } = await boardOf(population, period, ofContinent);
  const secrets = await openSecrets(platform.dataDir, null);
  const tokens = createAccessTokens(secrets.key('access-token'), systemClock);
  const requests: Request[] = [];
  for (const { user_pk: userPk } of await sampleLearners(population, board)) {
    const sid = randomUUID();
    const expires = new Date(Date.now() + 86_400_000);
    await db.insertInto('sessions').values({ sid, user_pk: userPk, expires_at: expires, end_reason: null }).execute();
    const token = await tokens.issue({ userPk, sid, tier: 0, isSuperuser: false });
    requests.push({ path, headers: { authorization: `Bearer ${token}` } });
  }
  return requests;
}

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

interface Plan {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
  'Execution Time': number;
}

interface DatabaseCost {
  /** Milliseconds in the executor for all statements of a request: the median, and the slowest request. */
  p50: number;
  slowest: number;
  /** Blocks of 8 KB that a request reads. The number does not depend on other work of the machine. */
  blocks: number;
}

/**
 * Measures the database cost of each request with EXPLAIN.
 * @param requests groups of statements, as captured
 */
async function explain(db: Db, requests: Statement[][][]): Promise<DatabaseCost> {
  const costs: { time: number; blocks: number }[] = [];
  for (const groups of requests) {
    const cost = { time: 0, blocks: 0 };
    for (const { text, values } of groups.flat()) {
      // The first run loads everything into memory. The faster of the next two counts, because other work may slow one
      // of them down.
      const plans = [];
      for (let turn = 0; turn < 3; turn++) plans.push(await explainOne(db, text, values));
      cost.time += Math.min(...plans.slice(1).map((plan) => plan['Execution Time']));
      const { Plan } = plans[2] as Plan;
      cost.blocks += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    }
    costs.push(cost);
  }
  const times = costs.map(({ time }) => time);
  return { p50: median(times), slowest: Math.max(...times), blocks: median(costs.map(({ blocks }) => blocks)) };
}

async function explainOne(db: Db, text: string, values: unknown[]): Promise<Plan> {
  const query = CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${text}`, values);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': Plan[] }>(query);
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  if (!plan) throw new Error(`EXPLAIN returned no plan for: ${text}`);
  return plan;
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
