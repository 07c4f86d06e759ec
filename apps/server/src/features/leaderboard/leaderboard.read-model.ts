import type { Leaderboard } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { boardName, boundsOf, type Period } from './boards.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import {
  countRanked,
  countThrough,
  microseconds,
  type Position,
  readBoardPlaces,
  timeOf,
} from './places.read-model.ts';

interface Wanted {
  period: Period;
  continent: string | undefined;
  cursor: string | undefined;
  limit: number;
  viewerPk: number | undefined;
  now: Date;
}

/** How many learners above oneself, and below, are shown beside one's own place. */
const neighbours = 2;

/**
 * One page of a board by points, ties to the earlier, and the asking learner's own place. Costs the same wherever the
 * page begins and however many learners there are: it walks board_scores_rank_idx from a position on, and ranks are
 * sums of counts.
 */
export async function readLeaderboard(db: Db, wanted: Wanted): Promise<Leaderboard> {
  const { period, continent, cursor, limit, viewerPk, now } = wanted;
  const board = boardName(period, now, continent);
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const [rows, before, of, own] = await Promise.all([
    readRows(db, board, { from: after, limit: limit + 1 }),
    after ? countThrough(db, board, after) : 0,
    countRanked(db, board),
    viewerPk === undefined ? nobody : readOwn(db, board, viewerPk),
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

type Own = Pick<Leaderboard, 'me' | 'neighbours'>;
const nobody: Own = { me: null, neighbours: [] };

async function readOwn(db: Db, board: string, userPk: number): Promise<Own> {
  const place = (await readBoardPlaces(db, userPk, [board])).get(board);
  if (!place?.rank) return nobody;
  const { rank, points, flags, at } = place;
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

/** Learners behind a position, the next first; or, upwards, those before it, the nearest first. */
function readRows(db: Db, board: string, page: { from?: Position | undefined; limit: number; upwards?: boolean }) {
  const { from, limit, upwards = false } = page;
  const way = upwards ? 'desc' : 'asc';
  let query = db
    .selectFrom('board_scores')
    .innerJoin('users', 'users.pk', 'board_scores.user_pk')
    .select([
      'users.pk',
      'users.username',
      'users.avatar as image',
      // Where the name leads: nowhere, unless its owner shows a profile.
      sql<string | null>`case when users.profile_public then users.profile_slug end`.as('slug'),
      'board_scores.points',
      'board_scores.flags',
      'board_scores.last_solve_at',
      microseconds.as('at'),
    ])
    .where('board_scores.board', '=', board)
    .where('board_scores.shown', '=', true)
    .orderBy(sql`-board_scores.points`, way)
    .orderBy('board_scores.last_solve_at', way)
    .orderBy('board_scores.user_pk', way)
    .limit(limit);
  // Written as the index has it. Everybody above somebody has points, but a condition that says so would make the
  // database begin at the other end of the board, because it can begin at one bound only.
  if (!upwards) query = query.where(sql<boolean>`-board_scores.points < 0`);
  if (from) {
    const position = sql`(${-from.points}::int, ${timeOf(from)}, ${from.pk}::int)`;
    const compared = upwards ? sql`<` : sql`>`;
    query = query.where(
      sql<boolean>`(-board_scores.points, board_scores.last_solve_at, board_scores.user_pk) ${compared} ${position}`,
    );
  }
  return query.execute();
}
