import type { Leaderboard } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { boardName, boundsOf, type Period } from './boards.ts';
import { decodeCursor, encodeCursor } from './leaderboard-cursor.ts';
import {
  countRanked,
  countUpTo,
  lastSolveMicros,
  type Position,
  readBoardStandings,
  timeOf,
} from './standings.read-model.ts';

interface LeaderboardQuery {
  period: Period;
  continent: string | undefined;
  cursor: string | undefined;
  limit: number;
  viewerPk: number | undefined;
  now: Date;
}

/** Number of learners that are shown above and below the viewer. */
const neighbours = 2;

/**
 * Returns one page of a board, ordered by points and then by the earlier last solve, and the viewer's own rank. The cost
 * does not depend on the page or on the number of learners: the query scans board_scores_rank_idx from a position on, and
 * ranks are sums of counts.
 */
export async function readLeaderboard(db: Db, query: LeaderboardQuery): Promise<Leaderboard> {
  const { period, continent, cursor, limit, viewerPk, now } = query;
  const board = boardName(period, now, continent);
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const [rows, before, of, own] = await Promise.all([
    readRows(db, board, { from: after, limit: limit + 1 }),
    after ? countUpTo(db, board, after) : 0,
    countRanked(db, board),
    viewerPk === undefined ? unranked : readOwn(db, board, viewerPk),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const bounds = boundsOf(period, now);
  return {
    entries: shown.map((row, index) => present(row, before + 1 + index)),
    next_cursor: last && rows.length > limit ? encodeCursor(last) : null,
    of,
    period: bounds && { from: bounds.from.toISOString(), until: bounds.until.toISOString() },
    ...own,
  };
}

type OwnRanks = Pick<Leaderboard, 'me' | 'neighbours'>;
const unranked: OwnRanks = { me: null, neighbours: [] };

async function readOwn(db: Db, board: string, userPk: number): Promise<OwnRanks> {
  const standing = (await readBoardStandings(db, userPk, [board])).get(board);
  if (!standing?.rank) return unranked;
  const { rank, points, flags, at } = standing;
  const from = { points, at, pk: userPk };
  const [above, below] = await Promise.all([
    readRows(db, board, { from, limit: neighbours, upwards: true }),
    readRows(db, board, { from, limit: neighbours }),
  ]);
  return {
    me: { rank, points, flags },
    neighbours: [
      ...above.map((row, index) => present(row, rank - 1 - index)).reverse(),
      ...below.map((row, index) => present(row, rank + 1 + index)),
    ],
  };
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

function present(row: Row, rank: number): Leaderboard['entries'][number] {
  const { username, image, slug, points, flags, last_solve_at } = row;
  return { rank, username, image, slug, points, flags, last_solve_at: last_solve_at.toISOString() };
}

/** Returns the learners after a position, or before it with `upwards`. The nearest learner comes first. */
function readRows(db: Db, board: string, page: { from?: Position | undefined; limit: number; upwards?: boolean }) {
  const { from, limit, upwards = false } = page;
  const direction = upwards ? 'desc' : 'asc';
  let query = db
    .selectFrom('board_scores')
    .innerJoin('users', 'users.pk', 'board_scores.user_pk')
    .select([
      'users.pk',
      'users.username',
      'users.avatar as image',
      // Slug for a link to the profile, if the profile is public.
      sql<string | null>`case when users.profile_public then users.profile_slug end`.as('slug'),
      'board_scores.points',
      'board_scores.flags',
      'board_scores.last_solve_at',
      lastSolveMicros.as('at'),
    ])
    .where('board_scores.board', '=', board)
    .where('board_scores.shown', '=', true)
    .orderBy(sql`-board_scores.points`, direction)
    .orderBy('board_scores.last_solve_at', direction)
    .orderBy('board_scores.user_pk', direction)
    .limit(limit);
  // The expression must match the index. Upwards, all learners have points, but this condition would make the database
  // scan from the other end of the board, because an index scan begins at one bound only.
  if (!upwards) query = query.where(sql<boolean>`-board_scores.points < 0`);
  if (from) {
    const position = sql`(${-from.points}::int, ${timeOf(from)}, ${from.pk}::int)`;
    const operator = upwards ? sql`<` : sql`>`;
    query = query.where(
      sql<boolean>`(-board_scores.points, board_scores.last_solve_at, board_scores.user_pk) ${operator} ${position}`,
    );
  }
  return query.execute();
}
