import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { boardName, type Period, periods } from './boards.ts';

/** A learner's result on a board. The rank is null without points and for learners who are not listed. */
interface Standing {
  rank: number | null;
  points: number;
  flags: number;
}

/** Position in the sort order of a board's index. */
export interface Position {
  points: number;
  /** Microseconds since 1970. A JavaScript date has only milliseconds, so the position would be inexact. */
  at: string;
  pk: number;
}

export const lastSolveMicros = sql<string>`(extract(epoch from board_scores.last_solve_at) * 1000000)::bigint::text`;
export const timeOf = ({ at }: Position): RawBuilder<Date> =>
  sql`(to_timestamp(0) + ${at}::bigint * interval '1 microsecond')`;

interface PositionSql {
  board: RawBuilder<unknown>;
  points: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  pk: RawBuilder<unknown>;
}

/**
 * Returns SQL that counts the learners above a position, or with `<=` also those on it. On each level it sums the windows
 * above the position's window, and then counts the earlier learners in its smallest window (see 0008_boards.sql). The cost
 * does not depend on the number of learners. Positions are SQL expressions, because they can also come from a table.
 */
function countAbove({ board, points, at, pk }: PositionSql, operator: '<' | '<=' = '<') {
  return sql<number>`(
    (
      select coalesce(sum(above.learners), 0)
      from (select board_key(${points}, ${at}) as key) as own
      cross join board_levels() as level
      cross join lateral (
        select sum(counts.learners) as learners
        from board_counts as counts
        where counts.board = ${board} and counts.shift = level.shift
          and counts.prefix > own.key >> level.shift
          and counts.prefix < ((own.key >> level.shift >> level.width) + 1) << level.width
      ) as above
    ) + (
      select count(*)
      from board_scores as earlier
      where earlier.board = ${board} and earlier.shown and -earlier.points = -${points}
        and earlier.last_solve_at >= to_timestamp(floor(extract(epoch from ${at}) / 256) * 256)
        and (earlier.last_solve_at, earlier.user_pk) ${sql.raw(operator)} (${at}, ${pk})
    )
  )::int`;
}

/** Returns the number of learners above or on a position. */
export async function countUpTo(db: Db, board: string, position: Position): Promise<number> {
  const { points, pk } = position;
  const count = countAbove(
    { board: sql`${board}::text`, points: sql`${points}::int`, at: timeOf(position), pk: sql`${pk}::int` },
    '<=',
  );
  const { rows } = await sql<{ learners: number }>`select ${count} as learners`.execute(db);
  return rows[0]?.learners ?? 0;
}

export const isContinent = async (db: Db, slug: string): Promise<boolean> =>
  (await db.selectFrom('continents').select('pk').where('slug', '=', slug).executeTakeFirst()) !== undefined;

/** Returns the number of ranked learners on a board. */
export async function countRanked(db: Db, board: string): Promise<number> {
  const { rows } = await sql<{ learners: number }>`
    select coalesce(sum(counts.learners), 0)::int as learners from board_counts as counts
    where counts.board = ${board} and counts.shift = (select max(level.shift) from board_levels() as level)`.execute(
    db,
  );
  return rows[0]?.learners ?? 0;
}

/** Returns a learner's standings by board, without boards on which the learner has no solves. */
export async function readBoardStandings(
  db: Db,
  userPk: number,
  boards: string[],
): Promise<Map<string, Standing & { at: string }>> {
  const above = countAbove({
    board: sql.ref('board_scores.board'),
    points: sql.ref('board_scores.points'),
    at: sql.ref('board_scores.last_solve_at'),
    pk: sql.ref('board_scores.user_pk'),
  });
  const rows = await db
    .selectFrom('board_scores')
    .select([
      'board_scores.board',
      'board_scores.points',
      'board_scores.flags',
      lastSolveMicros.as('at'),
      sql<number | null>`case when board_scores.shown and board_scores.points > 0 then ${above} + 1 end`.as('rank'),
    ])
    .where('board_scores.user_pk', '=', userPk)
    .where('board_scores.board', 'in', boards)
    .execute();
  return new Map(rows.map(({ board, ...standing }) => [board, standing]));
}

/** Returns a learner's rank on the board of all time; null without a rank. */
export async function readRank(db: Db, userPk: number): Promise<number | null> {
  return (await readBoardStandings(db, userPk, ['all'])).get('all')?.rank ?? null;
}

/** Returns a learner's standings of all time, this month and this week, over all continents. */
export async function readStandings(db: Db, userPk: number, now: Date): Promise<Record<Period, Standing>> {
  const standings = await readBoardStandings(
    db,
    userPk,
    periods.map((period) => boardName(period, now)),
  );
  const standingIn = (period: Period): Standing => {
    const { rank, points, flags } = standings.get(boardName(period, now)) ?? { rank: null, points: 0, flags: 0 };
    return { rank, points, flags };
  };
  return { all: standingIn('all'), month: standingIn('month'), week: standingIn('week') };
}
