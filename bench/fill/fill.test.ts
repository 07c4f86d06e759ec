import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkPassword } from '../../apps/server/src/features/accounts/passwords.ts';
import { buildChapter, buildLessonFlag, buildSubchapter } from '../../apps/server/src/testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/server/src/testing/test-database.ts';
import { fill } from './fill.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

/** Creates a course with three lessons and a flag in each, the last worth nothing. */
async function buildContent() {
  const chapter = await buildChapter(database.db);
  for (const points of [10, 25, 0]) {
    const { pk } = await buildSubchapter(database.db, { chapterPk: chapter.pk, revision: 2 });
    await buildLessonFlag(database.db, { subchapterPk: pk, points });
  }
}

const readAll = async ({ db }: TestDatabase) => ({
  users: await db.selectFrom('users').selectAll().orderBy('pk').execute(),
  solves: await db.selectFrom('solves').selectAll().orderBy('user_pk').orderBy('solved_at').execute(),
  scores: await db.selectFrom('board_scores').selectAll().where('board', '=', 'all').orderBy('user_pk').execute(),
  completions: await db.selectFrom('completions').selectAll().orderBy('user_pk').orderBy('completed_at').execute(),
});

it('creates exactly the requested learners, solves and completions, with matching scores', async () => {
  await buildContent();
  const filled = await fill(database.db, { users: 200, solves: 300, completions: 250, seed: 7 });
  const all = await readAll(database);
  expect([all.users.length, all.solves.length, all.completions.length]).toEqual([200, 300, 250]);
  expect(all.completions.every((one) => one.revision === 2)).toBe(true);
  expect(all.users.every((one) => /^[a-zA-Z0-9][a-zA-Z0-9_-]{1,23}$/.test(one.username))).toBe(true);

  for (const score of all.scores) {
    const own = all.solves.filter((one) => one.user_pk === score.user_pk);
    expect(score.points).toBe(own.reduce((sum, one) => sum + one.points, 0));
    expect(score.flags).toBe(own.length);
    const last = own.filter((one) => one.points > 0).at(-1) ?? own[0];
    expect(score.last_solve_at).toEqual(last?.solved_at);
  }
  expect(filled.points).toBe(all.scores.reduce((sum, one) => sum + one.points, 0));
  expect(new Set(all.solves.map((one) => one.user_pk)).size).toBe(all.scores.length);
  const totals = await database.db.selectFrom('user_totals').select(['user_pk', 'lessons', 'points']).execute();
  expect(totals).toHaveLength(200);
  for (const { user_pk, lessons, points } of totals) {
    expect(lessons).toBe(all.completions.filter((one) => one.user_pk === user_pk).length);
    expect(points).toBe(all.scores.find((one) => one.user_pk === user_pk)?.points ?? 0);
  }
});

it('creates the same learners from the same seed, and other learners on a second run', async () => {
  await buildContent();
  const options = { users: 50, solves: 60, completions: 40, seed: 3 };
  await fill(database.db, options);
  const first = await readAll(database);
  await fill(database.db, options);
  const both = await readAll(database);
  expect([both.users.length, both.solves.length, both.completions.length]).toEqual([100, 120, 80]);
  expect(both.users.slice(0, 50)).toEqual(first.users);

  await database.db.deleteFrom('users').execute();
  await fill(database.db, options);
  const again = await readAll(database);
  const known = ({ pk: _, ...user }: (typeof again.users)[number]) => user;
  expect(again.users.map(known)).toEqual(first.users.map(known));
  expect(again.scores.map((one) => one.points)).toEqual(first.scores.map((one) => one.points));
});

it('gives each learner a well-formed password hash that no password matches', async () => {
  await fill(database.db, { users: 1, solves: 0, completions: 0, seed: 1 });
  const [user] = (await readAll(database)).users;
  expect(await checkPassword(user?.password_hash, 'password')).toBe(false);
});

it('rejects more solves than the content has flags', async () => {
  await expect(fill(database.db, { users: 10, solves: 1, completions: 0, seed: 1 })).rejects.toThrow(
    '--solves is 1, but there is no flag yet. Start the server once, or import one.',
  );
  await buildContent();
  await expect(fill(database.db, { users: 10, solves: 31, completions: 0, seed: 1 })).rejects.toThrow(
    '--solves is 31, but 10 learners with 3 flags each allow at most 30.',
  );
  await expect(fill(database.db, { users: 10, solves: 0, completions: 31, seed: 1 })).rejects.toThrow('--completions');
});
