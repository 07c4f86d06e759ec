import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { addToBoards } from '#features/leaderboard/leaderboard.public';
import type { Tx } from '#platform/db/db';

/** How many guesses a learner has, per lab or lesson flag. */
export const flagLimit = { name: 'flag', hits: 10, seconds: 60 };

/** Trims what came along when the flag was copied: blanks, quotes and backticks around it. */
export function cleanFlag(text: string): string {
  return text
    .trim()
    .replace(/^["'`]+|["'`]+$/g, '')
    .trim();
}

/** SHA-256 over salt and flag; flags are long and random, or static and worth a few points. */
export function hashFlag(flag: string, salt: Buffer = Buffer.alloc(0)): Buffer {
  return createHash('sha256').update(salt).update(flag).digest();
}

export function sameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What a wrong answer has nearly right; null when there is nothing to say. Not every lesson's flag has braces. */
export function nearMiss(flag: string): string | null {
  if (/^flag\{[^}]*$/i.test(flag)) return 'The closing brace is missing.';
  if (/^[^{}]+\}$/.test(flag)) return 'The beginning, flag{, is missing.';
  if (/^FLAG\{.*\}$/.test(flag)) return 'Flags begin with small letters: flag{.';
  return null;
}

/**
 * Gives a learner a flag, once: however often and however many at the same time, points are added one time, to every
 * board that the flag counts for. Best near the end of a transaction: what it counts is held until that ends.
 * @returns the points added; 0 when they had it already, which `isNew` tells apart from a flag worth nothing
 */
export async function awardFlag(
  tx: Tx,
  award: { userPk: number; flagPk: number; points: number; now: Date },
): Promise<{ isNew: boolean; points: number }> {
  const { userPk, flagPk, points, now } = award;
  const { continent } = await holdLearner(tx, userPk, flagPk);
  const added = await tx
    .insertInto('solves')
    .values({ user_pk: userPk, flag_pk: flagPk, points, solved_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('flag_pk')
    .executeTakeFirst();
  if (!added) return { isNew: false, points: 0 };
  await addToBoards(tx, { userPk, continent, points, now });
  return { isNew: true, points };
}

/**
 * Keeps other solves of the same learner, and changes of their account, waiting until this one is done.
 * @returns the continent that the flag counts for; null for a lab that lies on none
 */
async function holdLearner(tx: Tx, userPk: number, flagPk: number): Promise<{ continent: string | null }> {
  const { rows } = await sql<{ continent: string | null }>`
    select flag_continent(${flagPk}) as continent from users where users.pk = ${userPk} for no key update`.execute(tx);
  return rows[0] ?? { continent: null };
}
