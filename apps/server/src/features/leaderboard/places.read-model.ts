import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { boardName, type Period, periods } from './boards.ts';

/** What a learner has on a board. The rank is null without points and for those who are not listed. */
interface Place {
  rank: number | null;
  points: number;
  flags: number;
}

/** A place in the order of a board, as its index sorts it. */
export interface Position {
  points: number;
  /** Microseconds since 1970: a JavaScript date would lose the last three digits and with them the place. */
  at: string;
  pk: number;
}

export const microseconds = sql<string>`(extract(epoch from board_scores.last_solve_at) * 1000000)::bigint::text`;
export const timeOf = ({ at }: Position): RawBuilder<Date> =>
  sql`(to_timestamp(0) + ${at}::bigint * interval '1 microsecond')`;

interface PositionSql {
  board: RawBuilder<unknown>;
  points: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  pk: RawBuilder<unknown>;
}

/**
 * How many learners stand above a position, or above and on it. On each level it adds up the windows above the
 * position's own, then it counts the learners in the position's own smallest window who came earlier (see
 * 0008_boards.sql). What it reads does not depend on how many learners there are. Positions are SQL, because they can
 * come from a table as well.
 */
function countAbove({ board, points, at, pk }: PositionSql, compared: '<' | '<=' = '<') {
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
        and (earlier.last_solve_at, earlier.user_pk) ${sql.raw(compared)} (${at}, ${pk})
    )
  )::int`;
}

/** How many learners stand above a position or on it. */
export async function countThrough(db: Db, board: string, position: Position): Promise<number> {
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

/** How many learners stand on a board. */
export async function countRanked(db: Db, board: string): Promise<number> {
  const { rows } = await sql<{ learners: number }>`
    select coalesce(sum(counts.learners), 0)::int as learners from board_counts as counts
    where counts.board = ${board} and counts.shift = (select max(level.shift) from board_levels() as level)`.execute(
    db,
  );
  return rows[0]?.learners ?? 0;
}

/** A learner's places on these boards; without the boards on which they have found nothing. */
export async function readBoardPlaces(
  db: Db,
  userPk: number,
  boards: string[],
): Promise<Map<string, Place & { at: string }>> {
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
      microseconds.as('at'),
      sql<number | null>`case when board_scores.shown and board_scores.points > 0 then ${above} + 1 end`.as('rank'),
    ])
    .where('board_scores.user_pk', '=', userPk)
    .where('board_scores.board', 'in', boards)
    .execute();
  return new Map(rows.map(({ board, ...place }) => [board, place]));
}

/** A learner's place among all, of all time; null for those who are on no board. */
export async function readRank(db: Db, userPk: number): Promise<number | null> {
  return (await readBoardPlaces(db, userPk, ['all'])).get('all')?.rank ?? null;
}

/** Where a learner stands: of all time, this month and this week, over all continents. */
export async function readPlaces(db: Db, userPk: number, now: Date): Promise<Record<Period, Place>> {
  const places = await readBoardPlaces(
    db,
    userPk,
    periods.map((period) => boardName(period, now)),
  );
  const placeOn = (period: Period): Place => {
    const { rank, points, flags } = places.get(boardName(period, now)) ?? { rank: null, points: 0, flags: 0 };
    return { rank, points, flags };
  };
  return { all: placeOn('all'), month: placeOn('month'), week: placeOn('week') };
}
