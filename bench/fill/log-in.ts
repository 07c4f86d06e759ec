import { resetPassword } from '../../apps/server/src/features/accounts/accounts.public.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';

/** Number of learners that send requests, spread evenly over the ranks. */
const learnerCount = 5;

/**
 * Gives some generated learners a password and logs in as them through the API.
 * @returns Authorization headers
 */
export async function logIn(port: number, db: Db): Promise<string[]> {
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
