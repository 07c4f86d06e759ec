import type { Lab, LabCard, LabFlagsSolved, Profile, SharedFlags } from '@hexpedition/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildChapter, buildSubchapter, buildTraining } from '#testing/factories';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { createMultiFlagLab, manifest } from './testing/multi-flag-lab.ts';
import { createFakeRuntime } from './testing.ts';

let test: TestApp;
let fixture: Awaited<ReturnType<typeof createMultiFlagLab>>;
beforeAll(async () => {
  test = await createTestApp({}, { labRuntime: createFakeRuntime() });
  const { db } = test.database;
  await buildTraining(db, { slug: 'hidden-one', hidden: true });
  await buildTraining(db, { slug: 'named' });
  const embeds = await buildTraining(db, { slug: 'embeds' });
  const { pk: chapterPk } = await buildChapter(db, { trainingPk: embeds.pk });
  for (const hidden of [false, false, true]) {
    const { pk } = await buildSubchapter(db, { chapterPk, hidden });
    await db
      .insertInto('modules')
      .values({ subchapter_pk: pk, id: 'lab', position: 0, kind: 'lab', data: '{"lab":"lamp-room"}' })
      .execute();
  }
  fixture = await createMultiFlagLab(test);
});
afterAll(() => Promise.all([test.close(), fixture.remove()]));
beforeEach(async () => {
  await test.database.db.deleteFrom('users').execute();
  // Lets cached counts of other tests expire.
  test.clock.advance(30);
});

const read = async () => (await test.anonymous.get<Lab>('/api/lab/lamp-room')).body;
const card = async () => (await test.anonymous.get<{ labs: LabCard[] }>('/api/lab/')).body.labs[0];
const solvedBy = async (caller: Caller) => (await caller.get<LabFlagsSolved>('/api/lab/flags_solved')).body.flags;

describe('lab with several flags, a workspace and a repair', () => {
  it('lists its flags, workspace and repair', async () => {
    expect(await card()).toEqual({
      ...{ slug: 'lamp-room', name: 'Lamp Room', summary: 'A lamp.', tier: 0, difficulty: 'hard', minutes: 45 },
      ...{
        topic: 'reversing',
        tags: ['buffer overflow'],
        tools: ['gdb', 'gcc'],
        workspace: true,
        repair: true,
        added_at: null,
      },
      ...{ points: 86, flags: 3, solves: 0, rating: { mean: null, count: 0 } },
      trainings: [
        { slug: 'named', name: expect.any(String) },
        { slug: 'embeds', name: expect.any(String) },
      ],
    });
    const lab = await read();
    expect(lab).toMatchObject({
      serves: 'socket',
      workspace: { tools: ['gdb'], home: 16, socket: '/lamp/lamp.sock' },
      repair: { id: 'mend', name: 'Mend the lamp', points: 25, files: ['lamp.c'] },
      first_solves: [],
      ratings: [0, 0, 0, 0, 0],
    });
    expect(lab.hints).toEqual([
      { cost: 1, flag: 'first' },
      { cost: 4, flag: 'second' },
      { cost: 90, flag: 'first' },
      { cost: 3, flag: 'second' },
    ]);
    expect(lab.lessons).toHaveLength(2);
    expect((await test.anonymous.get<{ flags: object[] }>('/api/lab/flags/lamp-room')).body.flags).toEqual([
      { id: 'first', name: 'First', points: 11, task_html: '<p>Look <em>here</em>.</p>', after: null },
      { id: 'second', name: 'Second', points: 20, task_html: '', after: 'first' },
      { id: 'third', name: 'Third', points: 30, task_html: '', after: 'second' },
    ]);
  });

  it('accepts flags in any order', async () => {
    const learner = await test.as();
    const text = await fixture.issue(learner);
    expect((await fixture.submit(learner, text('third'))).body).toMatchObject({
      ...{ result: 'right', points: 30, flag: { id: 'third', name: 'Third' }, first: true },
    });
    expect((await fixture.submit(learner, text('first'))).body).toMatchObject({
      result: 'right',
      flag: { id: 'first' },
    });
    expect((await learner.get('/api/lab/lamp-room/writeup')).status).toBe(403);
    expect((await fixture.submit(learner, text('second'))).body).toMatchObject({ result: 'right', first: true });
    expect((await learner.get('/api/lab/lamp-room/writeup')).status).toBe(200);
  });

  it('shows superusers which flags were shared', async () => {
    const [owner, copier] = [await test.as({ username: 'owner' }), await test.as({ username: 'copier' })];
    const text = await fixture.issue(owner);
    for (const id of ['third', 'first']) {
      expect((await fixture.submit(copier, text(id))).body.result).toBe('wrong');
      test.clock.advance(1);
    }
    const captain = await test.as({ isSuperuser: true });
    const { body } = await captain.get<SharedFlags>('/api/admin/shared_flags?lab=lamp-room');
    expect(body.incidents).toMatchObject([
      { username: 'copier', owner: 'owner', flag: 'First', lab: { slug: 'lamp-room' } },
      { username: 'copier', owner: 'owner', flag: 'Third', lab: { slug: 'lamp-room' } },
    ]);
  });
});

describe('repair', () => {
  it('adds points once, and does not count as a flag', async () => {
    const learner = await test.as({ username: 'mender' });
    const awards = await Promise.all(Array.from({ length: 4 }, () => fixture.repair(learner)));
    expect(awards.map(({ points }) => points).sort()).toEqual([0, 0, 0, 25]);
    expect(await solvedBy(learner)).toMatchObject([{ lab: 'lamp-room', id: 'mend', kind: 'repair', points: 25 }]);
    const captain = await test.as({ username: 'captain', isSuperuser: true });
    const overview = await captain.get('/api/admin/overview');
    expect(overview.body).toMatchObject({ figures: { solves: 0 } });
    const person = await captain.get('/api/admin/users/mender');
    expect(person.body).toMatchObject({ progress: { points: 25, flags: 0, solves: [{ name: 'Mend the lamp' }] } });
    const board = await learner.get('/api/account/leaderboard');
    expect(board.body).toMatchObject({ me: { points: 25, flags: 0 } });
    await fixture.findAll(learner);
    expect((await learner.get('/api/account/leaderboard')).body).toMatchObject({ me: { points: 86, flags: 3 } });
    const { rows } = await sql<{ board: string; points: number; flags: number }>`
      select board, points::int, flags::int from board_sums(${test.clock.now()}) where user_pk = ${learner.pk} and board = 'all'`.execute(
      test.database.db,
    );
    expect(rows).toEqual([{ board: 'all', points: 86, flags: 3 }]);
  });

  it('cannot be submitted as a flag', async () => {
    const learner = await test.as();
    const text = await fixture.issue(learner);
    expect((await fixture.submit(learner, text('mend'))).body.result).toBe('wrong');
    const stranger = await test.as();
    expect((await fixture.submit(stranger, text('mend'))).body.result).toBe('wrong');
    expect(await test.database.db.selectFrom('solves').selectAll().execute()).toEqual([]);
    expect(await test.database.db.selectFrom('shared_flags').selectAll().execute()).toEqual([]);
  });

  it('is not needed to solve a lab, and does not replace a flag', async () => {
    const [solver, mender] = [await test.as({ username: 'solver' }), await test.as({ username: 'mender' })];
    await fixture.findAll(solver);
    await fixture.repair(mender);
    const text = await fixture.issue(mender);
    for (const id of ['first', 'second']) await fixture.submit(mender, text(id));
    expect((await card())?.solves).toBe(1);
    expect((await read()).first_solves).toMatchObject([{ name: 'solver' }]);
    const labsOf = async (name: string) =>
      (await test.anonymous.get<Profile>(`/api/account/profile/${name}`)).body.labs?.map(({ slug }) => slug);
    expect([await labsOf('solver'), await labsOf('mender')]).toEqual([['lamp-room'], []]);
    expect((await solver.get('/api/lab/lamp-room/writeup')).status).toBe(200);
    expect((await mender.get('/api/lab/lamp-room/writeup')).status).toBe(403);
  });

  it('counts as activity but not as a flag in the statistics', async () => {
    const { db } = test.database;
    const learner = await test.as();
    await fixture.repair(learner);
    const changes = await db
      .selectFrom('metric_changes')
      .select('metric')
      .where('user_pk', '=', learner.pk)
      .where('day', 'is not', null)
      .where(sql<boolean>`metric is distinct from 'sign_up'`)
      .execute();
    expect(changes).toEqual([{ metric: null }]);
    await sql`select rebuild_metrics()`.execute(db);
    const first = await db
      .selectFrom('learner_firsts')
      .select(['flag', 'lab'])
      .where('user_pk', '=', learner.pk)
      .executeTakeFirst();
    expect(first).toEqual({ flag: null, lab: null });
    expect(await db.selectFrom('metric_days').select('n').where('metric', '=', 'lab_solve').execute()).toEqual([]);
    expect(await db.selectFrom('learner_days').selectAll().where('user_pk', '=', learner.pk).execute()).toHaveLength(1);
  });
});

describe('first solves', () => {
  it('list three learners in order, without those who are hidden on leaderboards', async () => {
    const { db } = test.database;
    const names = ['quitter', 'secret', 'unlisted', 'private', 'second', 'third', 'fourth'];
    for (const username of names) {
      await fixture.findAll(await test.as({ username }));
      test.clock.advance(60);
    }
    const change = (username: string, values: object) =>
      db.updateTable('users').set(values).where('username', '=', username).execute();
    await change('quitter', { is_active: false });
    await change('secret', { profile_labs: false });
    await change('unlisted', { listed: false });
    await change('private', { profile_public: false });
    test.clock.advance(30);
    expect((await read()).first_solves).toEqual([
      { name: 'private', slug: null, at: expect.any(String) },
      { name: 'second', slug: 'second', at: expect.any(String) },
      { name: 'third', slug: 'third', at: expect.any(String) },
    ]);
    await change('second', { delete_at: new Date() });
    test.clock.advance(30);
    expect((await read()).first_solves.map(({ name }) => name)).toEqual(['private', 'third', 'fourth']);
  });

  it('are up to date right after a solve', async () => {
    const learner = await test.as({ username: 'here' });
    expect((await read()).first_solves).toEqual([]);
    await fixture.findAll(learner);
    expect((await read()).first_solves).toMatchObject([{ name: 'here' }]);
  });
});

describe('importing a changed lab', () => {
  const changed = (before: string, after: string) => {
    const text = manifest.replace(before, after);
    expect(text).not.toBe(manifest);
    return { 'lab.yaml': text };
  };
  const restore = async () => expect((await fixture.sync()).problems).toEqual([]);

  it('keeps the solves of a removed flag, and no longer requires it', async () => {
    const learner = await test.as();
    const text = await fixture.issue(learner);
    await fixture.submit(learner, text('first'));
    const shorter = manifest.replace(/ {2}- \{ id: third.*\n/, '');
    expect(await fixture.sync({ 'lab.yaml': shorter })).toEqual({ changed: ['lamp-room'], problems: [] });
    expect(await card()).toMatchObject({ flags: 2, points: 56 });
    expect((await solvedBy(learner)).map(({ id }) => id)).toEqual(['first']);
    await fixture.sync({
      'lab.yaml': shorter.replace('id: first', 'id: other').replaceAll(/(flag|after): first/g, '$1: other'),
    });
    expect(await solvedBy(learner)).toEqual([]);
    await fixture.sync({ 'lab.yaml': shorter });
    await fixture.submit(learner, text('second'));
    expect((await learner.get('/api/lab/lamp-room/writeup')).status).toBe(200);
    await restore();
    expect((await learner.get('/api/lab/lamp-room/writeup')).status).toBe(403);
  });

  it('removes the repair task and keeps its points', async () => {
    const learner = await test.as();
    await fixture.repair(learner);
    const without = changed(/repair: .*\n/.exec(manifest)?.[0] ?? '', '');
    const { problems } = await fixture.sync({ ...without, 'tests.ts': undefined, 'solution.patch': undefined });
    expect(problems).toEqual([]);
    expect(await card()).toMatchObject({ repair: false, points: 61 });
    expect((await read()).repair).toBeNull();
    expect((await learner.get('/api/account/leaderboard')).body).toMatchObject({ me: { points: 25 } });
    await restore();
    expect((await fixture.repair(learner)).isNew).toBe(false);
  });

  it('rejects a repair with the ID of a former flag', async () => {
    const conflicting = changed('repair: { id: mend', 'repair: { id: third');
    const text = conflicting['lab.yaml'].replace(/ {2}- \{ id: third.*\n/, '');
    const { problems } = await fixture.sync({ 'lab.yaml': text });
    expect(problems).toEqual([expect.stringContaining('third was a flag of this lab before')]);
    expect(await card()).toMatchObject({ flags: 3, points: 86 });
    await restore();
  });
});
