import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createAccessTokens } from '../../apps/server/src/features/accounts/access-token.ts';
import { boardName, type Period } from '../../apps/server/src/features/leaderboard/boards.ts';
import { encodeCursor } from '../../apps/server/src/features/leaderboard/leaderboard-cursor.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { openSecrets } from '../../apps/server/src/platform/secrets.ts';
import type { Request } from '../load-generator.ts';
import type { Population } from './populations.ts';

export interface LeaderboardCase {
  name: string;
  requests(population: Population): Promise<Request[]>;
}

export const leaderboard = '/api/account/leaderboard';
/** Number of learners and positions to request, spread over the whole board. */
const sampleSize = 20;

export const leaderboardCases: LeaderboardCase[] = [
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
