import type { Leaderboard } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { invalid } from '#platform/errors';

/** The place of the last entry of a page; the next page begins behind it. */
interface Cursor {
  rank: number;
  points: number;
  /** Microseconds since 1970: a JavaScript date would lose the last three digits and with them the place. */
  at: string;
  pk: number;
}

const order = sql`scores.points desc, scores.last_solve_at asc, scores.user_pk asc`;

/**
 * One page by points, ties to the earlier. Costs the same wherever it begins: it walks the index scores_rank_idx
 * from the cursor on, and the cursor carries the rank.
 */
export async function readLeaderboard(
  db: Db,
  page: { cursor: string | undefined; limit: number; viewerPk: number | undefined },
): Promise<Leaderboard> {
  const after = page.cursor === undefined ? undefined : decode(page.cursor);
  let query = db
    .selectFrom('scores')
    .innerJoin('users', 'users.pk', 'scores.user_pk')
    .select([
      'users.pk',
      'users.username',
      'users.avatar as image',
      // Where the name leads: nowhere, unless its owner shows a profile.
      sql<string | null>`case when users.profile_public then users.profile_slug end`.as('slug'),
      'scores.points',
      'scores.flags',
      'scores.last_solve_at',
      sql<string>`(extract(epoch from scores.last_solve_at) * 1000000)::bigint::text`.as('at'),
    ])
    .where('scores.shown', '=', true)
    .where('scores.points', '>', 0)
    .orderBy(order)
    .limit(page.limit + 1);
  if (after) {
    const at = sql`to_timestamp(0) + ${after.at}::bigint * interval '1 microsecond'`;
    // The first condition lets the index start at the right place; the second is exact.
    query = query
      .where('scores.points', '<=', after.points)
      .where(
        sql<boolean>`(scores.points < ${after.points} or (scores.last_solve_at, scores.user_pk) > (${at}, ${after.pk}))`,
      );
  }
  const [rows, me] = await Promise.all([
    query.execute(),
    page.viewerPk === undefined ? null : readOwnPlace(db, page.viewerPk),
  ]);
  const firstRank = (after?.rank ?? 0) + 1;
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    entries: shown.map(({ pk: _, at: __, ...row }, index) => ({
      ...row,
      rank: firstRank + index,
      last_solve_at: row.last_solve_at.toISOString(),
    })),
    next_cursor:
      last && rows.length > page.limit
        ? encode({ rank: firstRank + shown.length - 1, points: last.points, at: last.at, pk: last.pk })
        : null,
    me,
  };
}

async function readOwnPlace(db: Db, userPk: number): Promise<Leaderboard['me']> {
  const score = await readScore(db, userPk);
  return score?.rank ? { ...score, rank: score.rank } : null;
}

/**
 * What a learner has; undefined before the first flag. The rank is null without points and for those who are not on
 * the list; else it is the learners with more points, by the counts, plus those with the same who were earlier, plus
 * oneself.
 */
export async function readScore(
  db: Db,
  userPk: number,
): Promise<{ rank: number | null; points: number; flags: number } | undefined> {
  const row = await db
    .selectFrom('scores as mine')
    .select((expression) => [
      'mine.points',
      'mine.flags',
      'mine.shown',
      expression
        .selectFrom('score_counts')
        .select(sql<number>`coalesce(sum(score_counts.learners), 0)::int`.as('above'))
        .whereRef('score_counts.points', '>', 'mine.points')
        .as('above'),
      expression
        .selectFrom('scores')
        .select(sql<number>`count(*)::int`.as('earlier'))
        .where('scores.shown', '=', true)
        .where('scores.points', '>', 0)
        .whereRef('scores.points', '=', 'mine.points')
        .where(sql<boolean>`(scores.last_solve_at, scores.user_pk) < (mine.last_solve_at, mine.user_pk)`)
        .as('earlier'),
    ])
    .where('mine.user_pk', '=', userPk)
    .executeTakeFirst();
  if (!row) return undefined;
  const rank = row.shown && row.points > 0 ? (row.above ?? 0) + (row.earlier ?? 0) + 1 : null;
  return { rank, points: row.points, flags: row.flags };
}

function encode(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.rank, cursor.points, cursor.at, cursor.pk])).toString('base64url');
}

function decode(text: string): Cursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(value) && value.length === 4) {
      const [rank, points, at, pk] = value as unknown[];
      const whole = [rank, points, pk].every(
        (part) => Number.isInteger(part) && Math.abs(part as number) <= 2 ** 31 - 1,
      );
      if (whole && typeof at === 'string' && /^\d{1,17}$/.test(at)) {
        return { rank: rank as number, points: points as number, at, pk: pk as number };
      }
    }
  } catch {
    // falls through to the one error
  }
  throw invalid({ cursor: 'This cursor is not one of ours. Start again from the first page.' });
}
