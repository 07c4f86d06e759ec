import type { Lab, LabCard, LabOpinion, LabSolutions } from '@hexpedition/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildLab } from '#testing/factories';
import { watchPageChanges } from '#testing/page-changes';
import { type Caller, createTestApp, type TestApp } from '#testing/test-app';
import { createFakeRuntime } from '../testing.ts';

type Learner = Caller & { pk: number };
type ApiError = { code?: string; msg?: string; fields?: Record<string, string> };

let test: TestApp;
let lab: { pk: number; slug: string; flags: { pk: number; id: string }[] };
let solver: Learner;
let captain: Learner;
beforeAll(async () => {
  test = await createTestApp({}, { labRuntime: createFakeRuntime() });
  captain = await test.as({ isSuperuser: true });
});
afterAll(() => test.close());
beforeEach(async () => {
  lab = await buildLab(test.database.db, { flags: 2 });
  solver = await solve(await test.as());
});

/** Gives a learner flags of the lab; all of them by default. */
async function solve(learner: Learner, flags = lab.flags): Promise<Learner> {
  for (const { pk } of flags) {
    await test.database.db
      .insertInto('solves')
      .values({ user_pk: learner.pk, flag_pk: pk, points: 10, solved_at: test.clock.now() })
      .execute();
  }
  return learner;
}

const opinion = (caller: Caller, slug = lab.slug) => caller.get<LabOpinion & ApiError>(`/api/lab/${slug}/opinion`);
const rate = (caller: Caller, difficulty: unknown, slug = lab.slug) =>
  caller.put<LabOpinion & ApiError>(`/api/lab/${slug}/rating`, { difficulty });
const write = (caller: Caller, text: unknown, published: unknown = true, slug = lab.slug) =>
  caller.put<LabOpinion & ApiError>(`/api/lab/${slug}/solution`, { text, published });
const list = (caller: Caller, query = '', slug = lab.slug) =>
  caller.get<LabSolutions & ApiError>(`/api/lab/${slug}/solutions${query}`);
const hide = (pk: number, hidden: unknown = true, caller: Caller = captain) =>
  caller.put<ApiError>(`/api/admin/lab_solution/${pk}`, { hidden });

describe('rating', () => {
  const card = async () =>
    (await test.anonymous.get<{ labs: LabCard[] }>('/api/lab/')).body.labs.find(({ slug }) => slug === lab.slug);

  it('counts once per learner who solved the lab, and at once', async () => {
    expect((await card())?.rating).toEqual({ mean: null, count: 0 });
    expect((await rate(solver, 4)).body).toEqual({ solution: null, difficulty: 4 });
    expect((await card())?.rating).toEqual({ mean: 4, count: 1 });
    expect((await rate(solver, 1)).body.difficulty).toBe(1);
    await rate(await solve(await test.as()), 2);
    await rate(await solve(await test.as()), 2);
    expect((await card())?.rating).toEqual({ mean: 1.7, count: 3 });
    const { body } = await test.anonymous.get<Lab>(`/api/lab/${lab.slug}`);
    expect([body.ratings, body.rating]).toEqual([[1, 2, 0, 0, 0], { mean: 1.7, count: 3 }]);
    expect((await opinion(solver)).body).toEqual({ solution: null, difficulty: 1 });
  });

  it('invalidates no cached pages', async () => {
    const changed: string[] = [];
    const stop = await watchPageChanges(test.database.url, (change) => changed.push(...change));
    await rate(solver, 5);
    await write(solver, 'So.');
    await test.database.db.transaction().execute(async (tx) => {
      const { announcePageChange } = await import('#platform/db/page-changes');
      await announcePageChange(tx, ['/last']);
    });
    await expect.poll(() => changed).toEqual(['/last']);
    await stop();
  });

  it('rejects learners who have not solved the lab, and invalid values', async () => {
    const half = await solve(await test.as(), lab.flags.slice(0, 1));
    for (const caller of [half, captain]) {
      expect(await rate(caller, 3)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect((await rate(test.anonymous, 3)).status).toBe(401);
    for (const difficulty of [0, 6, 2.5, '3', null, undefined])
      expect((await rate(solver, difficulty)).status).toBe(400);
    expect((await rate(solver, 3, 'no-such-lab')).status).toBe(404);
    await test.database.db.updateTable('labs').set({ hidden: true }).where('pk', '=', lab.pk).execute();
    expect((await rate(solver, 3)).status).toBe(404);
  });

  it('is stored once with concurrent requests, and has a rate limit', async () => {
    const answers = await Promise.all(Array.from({ length: 70 }, (_, i) => rate(solver, (i % 5) + 1)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    const rows = await test.database.db
      .selectFrom('lab_ratings')
      .select('difficulty')
      .where('lab_pk', '=', lab.pk)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('remains when the lab gets another flag, but cannot be changed until the flag is found', async () => {
    await rate(solver, 4);
    await test.database.db
      .insertInto('flags')
      .values({ lab_pk: lab.pk, id: 'newer', name: 'Newer', points: 1 })
      .execute();
    expect((await rate(solver, 1)).status).toBe(403);
    expect((await opinion(solver)).body.difficulty).toBe(4);
  });

  it('does not require a repair', async () => {
    const { db } = test.database;
    await db
      .insertInto('flags')
      .values({ lab_pk: lab.pk, id: 'mend', name: 'Mend', points: 5, kind: 'repair' })
      .execute();
    expect((await rate(solver, 2)).status).toBe(200);
  });
});

describe('learner solution', () => {
  it('is private until it is published', async () => {
    const reader = await solve(await test.as());
    expect((await opinion(solver)).body).toEqual({ solution: null, difficulty: null });
    const { body } = await write(solver, '**So.**', false);
    expect(body.solution).toEqual({
      text: '**So.**',
      html: '<p><strong>So.</strong></p>',
      published: false,
      hidden: false,
      updated_at: test.clock.now().toISOString(),
    });
    expect((await list(reader)).body).toEqual({ solutions: [], next_cursor: null });
    await write(solver, '**So.**', true);
    const { username } = await test.database.db
      .selectFrom('users')
      .select('username')
      .where('pk', '=', solver.pk)
      .executeTakeFirstOrThrow();
    const shown = {
      ...{ pk: expect.any(Number), username, slug: expect.any(String), image: null, own: false, hidden: false },
      ...{ html: '<p><strong>So.</strong></p>', published_at: test.clock.now().toISOString() },
    };
    expect((await list(reader)).body).toEqual({ solutions: [shown], next_cursor: null });
    expect((await list(solver)).body.solutions).toEqual([{ ...shown, own: true }]);
    await write(solver, '**So.**', false);
    expect((await list(reader)).body.solutions).toEqual([]);
  });

  it('contains no HTML or images of the learner', async () => {
    const { body } = await write(
      solver,
      '<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![y](https://example.org/z)',
    );
    expect(body.solution?.html).toBe('<p>&#x3C;script>alert(1)&#x3C;/script></p>\n<p>x y</p>');
    expect((await list(captain)).body.solutions[0]?.html).toBe(body.solution?.html);
  });

  it('is deleted with an empty text', async () => {
    await write(solver, 'So.');
    expect((await write(solver, ' \n ')).body.solution).toBeNull();
    expect((await list(captain)).body.solutions).toEqual([]);
    const rows = await test.database.db.selectFrom('lab_solutions').selectAll().where('lab_pk', '=', lab.pk).execute();
    expect(rows).toEqual([]);
    expect((await write(solver, '')).status).toBe(200);
  });

  it('is readable only for learners who solved the lab and for superusers', async () => {
    await write(solver, 'So.');
    const half = await solve(await test.as(), lab.flags.slice(0, 1));
    expect(await list(half)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await write(half, 'So.')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await opinion(half)).body).toEqual({ solution: null, difficulty: null });
    expect((await list(captain)).body.solutions).toHaveLength(1);
    expect((await write(captain, 'So.')).status).toBe(403);
    for (const { status } of [
      await list(test.anonymous),
      await opinion(test.anonymous),
      await write(test.anonymous, 'x'),
    ]) {
      expect(status).toBe(401);
    }
  });

  it('rejects invalid input and text that cannot be shown', async () => {
    for (const [text, published] of [
      ['x'.repeat(20_001), true],
      ['a\0b', true],
      ['\ud800', true],
      [5, true],
      [null, true],
      ['x', 'yes'],
      ['x', null],
    ]) {
      expect((await write(solver, text, published)).status).toBe(400);
    }
    const deep = await write(solver, `${'> '.repeat(100)}x`);
    expect(deep).toMatchObject({ status: 400, body: { fields: { text: expect.stringContaining('too deeply') } } });
    expect((await opinion(solver)).body.solution).toBeNull();
    expect((await write(solver, 'So.', true, 'no-such-lab')).status).toBe(404);
    expect((await list(solver, '', 'no-such-lab')).status).toBe(404);
    expect((await opinion(solver, 'no-such-lab')).status).toBe(404);
    for (const cursor of ['x', '1', '1.2.3', '-1.2', `${'9'.repeat(18)}.1`]) {
      expect((await list(solver, `?cursor=${cursor}`)).status).toBe(400);
    }
  });

  it('are inaccessible for a disabled account, like ratings', async () => {
    await write(solver, 'So.');
    await test.database.db.updateTable('users').set({ is_active: false }).where('pk', '=', solver.pk).execute();
    test.clock.advance(5);
    for (const { status } of [
      await opinion(solver),
      await rate(solver, 3),
      await write(solver, 'Otherwise.'),
      await list(solver),
    ]) {
      expect(status).toBe(401);
    }
  });

  it('is stored once with concurrent requests, and has a rate limit', async () => {
    const answers = await Promise.all(Array.from({ length: 70 }, (_, i) => write(solver, `Text ${i}.`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect((await list(captain)).body.solutions).toHaveLength(1);
  });

  it('is listed in pages, newest first, and an edit does not change the order', async () => {
    const authors: Learner[] = [];
    for (let i = 0; i < 13; i++) {
      const author = await solve(await test.as());
      authors.push(author);
      await write(author, `Text ${i}.`);
      test.clock.advance(1);
    }
    const [first] = authors;
    if (!first) throw new Error('there is none');
    await write(first, 'Text 0, again.', false);
    await write(first, 'Text 0, again.');
    const texts: string[] = [];
    let cursor: string | null = '';
    const sizes: number[] = [];
    while (cursor !== null) {
      const page: LabSolutions = (await list(captain, cursor && `?cursor=${cursor}`)).body;
      texts.push(...page.solutions.map(({ html }) => html.replace(/<\/?p>/g, '')));
      sizes.push(page.solutions.length);
      cursor = page.next_cursor;
    }
    expect(sizes).toEqual([10, 3]);
    expect(texts).toEqual([...Array.from({ length: 12 }, (_, i) => `Text ${12 - i}.`), 'Text 0, again.']);
  });

  it('is not shown for disabled or deleted accounts, and links only public profiles', async () => {
    await write(solver, 'So.');
    const { db } = test.database;
    const change = (values: object) => db.updateTable('users').set(values).where('pk', '=', solver.pk).execute();
    await change({ profile_public: false });
    expect((await list(captain)).body.solutions).toMatchObject([{ slug: null }]);
    await change({ is_active: false });
    expect((await list(captain)).body.solutions).toEqual([]);
    await change({ is_active: true, delete_at: new Date() });
    expect((await list(captain)).body.solutions).toEqual([]);
    await change({ delete_at: null });
    expect((await list(captain)).body.solutions).toHaveLength(1);
  });
});

describe('superuser', () => {
  const pkOf = async () => (await list(captain)).body.solutions[0]?.pk ?? 0;

  it('hides a solution, which its author sees, and shows it again', async () => {
    const reader = await solve(await test.as());
    await write(solver, 'So.');
    const pk = await pkOf();
    expect(await hide(pk)).toMatchObject({ status: 200, body: {} });
    expect((await list(reader)).body.solutions).toEqual([]);
    expect((await list(solver)).body.solutions).toEqual([]);
    expect((await list(captain)).body.solutions).toMatchObject([{ pk, hidden: true }]);
    expect((await opinion(solver)).body.solution).toMatchObject({ text: 'So.', published: true, hidden: true });
    await hide(pk);
    await hide(pk, false);
    expect((await list(reader)).body.solutions).toMatchObject([{ pk, hidden: false }]);
    const events = await test.database.db
      .selectFrom('audit_events')
      .select(['action', 'subject', 'data'])
      .where('subject', '=', `lab:${lab.slug}`)
      .orderBy('pk')
      .execute();
    expect(events).toEqual([
      {
        action: 'lab_solution.hidden',
        subject: `lab:${lab.slug}`,
        data: { user: solver.pk, before: { hidden: false }, after: { hidden: true } },
      },
      {
        action: 'lab_solution.shown',
        subject: `lab:${lab.slug}`,
        data: { user: solver.pk, before: { hidden: true }, after: { hidden: false } },
      },
    ]);
  });

  it('hides a solution permanently: neither an edit nor a new text shows it again', async () => {
    const reader = await solve(await test.as());
    await write(solver, 'So.');
    await hide(await pkOf());
    expect((await write(solver, 'Other words.')).body.solution).toMatchObject({ hidden: true });
    expect((await list(reader)).body.solutions).toEqual([]);
    expect((await write(solver, '')).body.solution).toBeNull();
    expect((await list(captain)).body.solutions).toEqual([]);
    expect((await write(solver, 'So.')).body.solution).toMatchObject({ hidden: true, published: true });
    expect((await list(reader)).body.solutions).toEqual([]);
  });

  it('is required to hide a solution; invalid input is rejected', async () => {
    await write(solver, 'So.');
    const pk = await pkOf();
    expect((await hide(pk, true, solver)).status).toBe(403);
    expect((await hide(pk, true, test.anonymous)).status).toBe(401);
    for (const hidden of ['yes', null, {}, 1]) expect((await hide(pk, hidden)).status).toBe(400);
    expect((await hide(999_999)).status).toBe(404);
    for (const bad of ['x', '0', '1.5', '99999999999']) {
      expect([400, 404]).toContain((await captain.put(`/api/admin/lab_solution/${bad}`, { hidden: true })).status);
    }
    expect((await list(captain)).body.solutions).toMatchObject([{ hidden: false }]);
  });
});
