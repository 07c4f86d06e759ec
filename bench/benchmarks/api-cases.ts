import { resetPassword } from '../../apps/server/src/features/accounts/accounts.public.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import type { Request } from '../load-generator.ts';
import { getJson } from '../machine/http.ts';
import type { Platform } from '../machine/platform.ts';
import { readTrainings } from './course-paths.ts';

export interface ApiCase {
  name: string;
  /** The route as Fastify writes it. */
  route: string;
  /** Makes the requests just before they are sent, because an access token is valid for ten minutes. */
  requests: () => Promise<Request[]>;
}

/** Number of learners that send requests, spread evenly over the ranks. */
const learnerCount = 5;
/** Pages of the leaderboard to read, from the first on. */
const pageCount = 4;

const leaderboard = '/api/account/leaderboard';

export function makeCases({ platform, db }: { platform: Platform; db: Db }): ApiCase[] {
  const { port } = platform;
  const signedIn = (path: string) => async () =>
    (await logIn(platform, db)).map((authorization) => ({ path, headers: { authorization } }));
  return [
    {
      name: 'course, logged out',
      route: '/api/training/:slug',
      requests: async () => (await readTrainings(port)).map(({ slug }) => ({ path: `/api/training/${slug}` })),
    },
    { name: 'progress, logged in', route: '/api/progress', requests: signedIn('/api/progress') },
    { name: 'leaderboard, logged out', route: leaderboard, requests: () => leaderboardPages(port) },
    { name: 'leaderboard, logged in', route: leaderboard, requests: signedIn(leaderboard) },
  ];
}

async function leaderboardPages(port: number): Promise<Request[]> {
  const requests: Request[] = [{ path: leaderboard }];
  while (requests.length < pageCount) {
    const last = requests.at(-1)?.path ?? leaderboard;
    const { next_cursor } = await getJson<{ next_cursor: string | null }>(port, last);
    if (next_cursor === null) break;
    requests.push({ path: `${leaderboard}?cursor=${encodeURIComponent(next_cursor)}` });
  }
  return requests;
}

/**
 * Gives some generated learners a password and logs in as them through the API.
 * @returns Authorization headers
 */
async function logIn({ port }: Platform, db: Db): Promise<string[]> {
  const ranked = await db
    .selectFrom('board_scores')
    .innerJoin('users', 'users.pk', 'board_scores.user_pk')
    .select('users.username')
    .where('board_scores.board', '=', 'all')
    .where('board_scores.points', '>', 0)
    .orderBy('board_scores.points', 'desc')
    .orderBy('board_scores.last_solve_at')
    .execute();
  const credentials: string[] = [];
  for (let index = 0; index < learnerCount; index++) {
    const { username } = ranked[Math.floor(((index + 0.5) / learnerCount) * ranked.length)] ?? { username: '' };
    const password = await resetPassword(db, username);
    const answer = await fetch(`http://127.0.0.1:${port}/api/account/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    if (!answer.ok) throw new Error(`The log-in as ${username} failed: ${await answer.text()}`);
    const { token } = (await answer.json()) as { token: { access: string } };
    credentials.push(`Bearer ${token.access}`);
  }
  return credentials;
}
