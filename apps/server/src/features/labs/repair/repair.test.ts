import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LabFlagsSolved, Repair, RepairReport, SavedRepair } from '@hexpedition/contract';
import { createEmbeddedRuntime, type LabRuntime, loadLab } from '@hexpedition/lab-runtime';
import { hasBubblewrap } from '@hexpedition/lab-runtime/embedded/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '#platform/paths';
import { buildUser } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';
import { installLabs, labsTemplate } from '../testing.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'repairs-'));
const folder = join(projectRoot, 'labs/lost-luggage');
const original = readFileSync(join(folder, 'app.ts'), 'utf8');
const solution = String((await loadLab(folder)).solution.get('app.ts'));
const url = '/api/lab/lost-luggage/repair';
const hasSandbox = await hasBubblewrap();

let test: TestApp;
let driver: LabRuntime;
/** Builds wait for this promise. */
let hold: Promise<void> | undefined;
/** Number of builds that wait. */
let held = 0;
let isolation: 'namespaced' | 'process' | undefined;
/** Makes builds wait. Returns a function that lets them continue. */
function holdBuilds(): () => void {
  let release = () => {};
  hold = new Promise((resolve) => {
    release = resolve;
  });
  return release;
}
beforeAll(async () => {
  driver = await createEmbeddedRuntime({ cacheDir: join(dataDir, 'cache') });
  const labRuntime: LabRuntime = {
    ...driver,
    capabilities: () => ({ ...driver.capabilities(), ...(isolation ? { isolation } : {}) }),
    prepareRepair: async (lab, files) => {
      held++;
      await hold;
      held--;
      return driver.prepareRepair(lab, files);
    },
  };
  test = await createTestApp({ dataDir }, { labRuntime }, await labsTemplate());
});
afterAll(async () => {
  await test.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(() => {
  hold = undefined;
  isolation = undefined;
});

type Learner = Awaited<ReturnType<TestApp['as']>>;

/** Returns a learner who has found all flags of the lab, so that the source is open. */
async function solver(account?: Parameters<TestApp['as']>[0]): Promise<Learner> {
  const learner = await test.as(account);
  await sql`insert into solves (user_pk, flag_pk, points, solved_at)
    select ${learner.pk}, flags.pk, flags.points, now() from flags join labs on labs.pk = flags.lab_pk
    where labs.slug = 'lost-luggage' and flags.kind = 'find' on conflict do nothing`.execute(test.database.db);
  return learner;
}

type ApiError = { code?: string; msg?: string };
const read = (caller: Learner) => caller.get<Repair & ApiError>(url);
const save = (caller: Learner, text: string) => caller.put<SavedRepair & ApiError>(url, { files: { 'app.ts': text } });
const run = (caller: Learner, text: string) =>
  caller.post<RepairReport & ApiError>(`${url}/run`, { files: { 'app.ts': text } });
const flagOf = (caller: Learner) =>
  test.database.db
    .selectFrom('solves')
    .innerJoin('flags', 'flags.pk', 'solves.flag_pk')
    .select(['flags.id', 'solves.points'])
    .where('solves.user_pk', '=', caller.pk)
    .where('flags.kind', '=', 'repair')
    .execute();

describe('files of a repair', () => {
  it('contain the original and the learner’s saved version', async () => {
    const learner = await solver();
    expect((await read(learner)).body).toEqual({
      source_price: null,
      points: 15,
      files: [{ name: 'app.ts', original, text: original }],
      saved_at: null,
      report: null,
      repaired_at: null,
    });
    const { body } = await save(learner, '// mine');
    expect(body.saved_at).toBe(test.clock.now().toISOString());
    expect((await read(learner)).body).toMatchObject({
      files: [{ name: 'app.ts', original, text: '// mine' }],
      saved_at: body.saved_at,
    });
    await save(learner, '// mine, again');
    expect((await read(learner)).body.files[0]?.text).toBe('// mine, again');
    // Other learners do not see it.
    expect((await read(await solver())).body.files[0]?.text).toBe(original);
  });

  it('remain when the lab changes', async () => {
    const learner = await solver();
    await save(learner, '// before the change');
    await test.database.db.updateTable('labs').set({ version: 'other' }).where('slug', '=', 'lost-luggage').execute();
    expect((await read(learner)).body.files[0]?.text).toBe('// before the change');
    await installLabs(test.database.db);
    expect((await read(learner)).body.files[0]?.text).toBe('// before the change');
  });

  it('do not include the reference solution, the tests or the exploit', async () => {
    const text = JSON.stringify((await read(await solver())).body);
    expect(text).not.toContain('[own]');
    expect((await test.anonymous.get(url)).status).toBe(401);
    for (const path of [url.replace('lost-luggage', 'no-such-lab'), url.replace('lost-luggage', '..%2Flost-luggage')]) {
      expect((await (await solver()).get(path)).status).toBeGreaterThanOrEqual(400);
    }
  });

  it('reject visitors, lower tiers, unknown labs and invalid input', async () => {
    const learner = await solver();
    const files = { 'app.ts': '' };
    for (const call of [
      () => test.anonymous.put<ApiError>(url, { files }),
      () => test.anonymous.post<ApiError>(`${url}/run`, { files }),
    ]) {
      expect(await call()).toMatchObject({ status: 401, body: { code: 'token_missing' } });
    }
    for (const slug of ['no-such-lab', 'NO', '__proto__']) {
      expect((await learner.put(`/api/lab/${slug}/repair`, { files })).status).toBeGreaterThanOrEqual(400);
      expect((await learner.post(`/api/lab/${slug}/repair/run`, { files })).status).toBeGreaterThanOrEqual(400);
    }
    const invalidBodies: object[] = [
      {},
      { files: null },
      { files: [] },
      { files: 'app.ts' },
      { files: { 'app.ts': 1 } },
      { files: { 'app.ts': 'x'.repeat(70_000) } },
      { files: { 'app.ts': '\0' } },
      { files: { 'app.ts': '\ud800' } },
      { files: { 'pages.ts': '' } },
      { files: { '../app.ts': '' } },
      { files: { constructor: '' } },
    ];
    for (const body of invalidBodies) {
      expect(await learner.put(url, body), JSON.stringify(body)).toMatchObject({ status: 400 });
      expect(await learner.post(`${url}/run`, body), JSON.stringify(body)).toMatchObject({ status: 400 });
    }
    expect((await read(learner)).body.saved_at).toBeNull();

    const labs = test.database.db.updateTable('labs').where('slug', '=', 'lost-luggage');
    await labs.set({ tier: 2 }).execute();
    for (const answer of [await read(learner), await save(learner, ''), await run(learner, '')]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'tier_required' } });
    }
    await labs.set({ tier: 0, hidden: true }).execute();
    for (const answer of [await read(learner), await save(learner, ''), await run(learner, '')]) {
      expect(answer.status).toBe(404);
    }
    await labs.set({ hidden: false }).execute();
    await test.database.db.updateTable('flags').set({ hidden: true }).where('kind', '=', 'repair').execute();
    expect((await read(learner)).status).toBe(404);
    await test.database.db.updateTable('flags').set({ hidden: false }).where('kind', '=', 'repair').execute();
  });

  it('are not accessible for a disabled account', async () => {
    const account = await buildUser(test.database.db);
    const learner = await solver(account);
    expect((await save(learner, '// mine')).status).toBe(200);
    await test.database.db.updateTable('users').set({ is_active: false }).where('pk', '=', account.pk).execute();
    test.clock.advance(5);
    for (const answer of [await read(learner), await save(learner, '// still mine'), await run(learner, solution)]) {
      expect(answer).toMatchObject({ status: 401 });
    }
    const stored = await test.database.db
      .selectFrom('lab_repairs')
      .selectAll()
      .where('user_pk', '=', account.pk)
      .execute();
    expect(JSON.stringify(stored)).not.toContain('still mine');
    expect(await flagOf(learner)).toEqual([]);
  });

  it('have a rate limit for saves', async () => {
    const learner = await solver();
    for (let i = 0; i < 60; i++) expect((await save(learner, `// ${i}`)).status).toBe(200);
    expect(await save(learner, '')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });
});

describe('source of a repair', () => {
  const open = (caller: Learner) => caller.post<Repair & ApiError>(`${url}/source`);

  it('is closed until all flags are found: no read, save or run reveals or uses it', async () => {
    const learner = await test.as();
    const closed = { source_price: 5, points: 15, files: [], saved_at: null, report: null, repaired_at: null };
    expect((await read(learner)).body).toEqual(closed);
    expect(await save(learner, '// mine')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await run(learner, solution)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await flagOf(learner)).toEqual([]);
    expect((await test.anonymous.post(`${url}/source`)).status).toBe(401);
    // The last flag opens it.
    await solver({ pk: learner.pk });
    expect((await read(learner)).body).toMatchObject({ source_price: null, files: [{ original }] });
    expect((await save(learner, '// mine')).status).toBe(200);
  });

  it('opens for the cost of the most expensive hint, once', async () => {
    const learner = await test.as();
    const { status, body } = await open(learner);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { source_price: null, points: 10, files: [{ name: 'app.ts', original, text: original }], saved_at: null },
    });
    await save(learner, '// mine');
    expect((await open(learner)).body.files[0]?.text).toBe('// mine');
    const stored = test.database.db.selectFrom('lab_repairs').select('source_price').where('user_pk', '=', learner.pk);
    expect(await stored.execute()).toEqual([{ source_price: 5 }]);
    // Other learners have not paid.
    expect((await read(await test.as())).body.source_price).toBe(5);
  });

  it('costs nothing after all flags are found', async () => {
    const learner = await solver();
    expect((await open(learner)).status).toBe(200);
    const stored = test.database.db.selectFrom('lab_repairs').selectAll().where('user_pk', '=', learner.pk);
    expect(await stored.execute()).toEqual([]);
  });

  it('is open to superusers', async () => {
    expect((await read(await test.as({ isSuperuser: true }))).body.source_price).toBeNull();
  });

  it.runIf(hasSandbox)(
    'reduces the points of the repair if it was paid for',
    async () => {
      const learner = await test.as();
      const paid = async () => (await learner.get<LabFlagsSolved>('/api/lab/flags_solved')).body.sources;
      expect(await paid()).toEqual([]);
      await open(learner);
      expect(await paid()).toEqual([{ lab: 'lost-luggage', price: 5 }]);
      expect((await run(learner, solution)).body).toMatchObject({ repaired: true, points: 10 });
      expect(await flagOf(learner)).toEqual([{ id: 'own-claims', points: 10 }]);
      // A repair is not a flag, so the write-up stays closed.
      expect((await learner.get('/api/lab/lost-luggage/writeup')).status).toBe(403);
    },
    30_000,
  );
});

describe.runIf(hasSandbox)('repair run', () => {
  it('stores files and report, and awards nothing while the exploit works', async () => {
    const learner = await solver();
    const { status, body } = await run(learner, original);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { build_error: null, exploit: 'works', repaired: false, points: 0 },
    });
    expect(body.tests.map((one) => one.ok)).toEqual(body.tests.map(() => true));
    expect((await read(learner)).body).toMatchObject({ report: body, repaired_at: null });
    expect(await flagOf(learner)).toEqual([]);
  });

  it('awards points once for a repair, with an audit event', async () => {
    const learner = await solver();
    const first = await run(learner, solution);
    expect(first.body).toMatchObject({ exploit: 'fails', repaired: true, points: 15 });
    const again = await run(learner, solution);
    expect(again.body).toMatchObject({ repaired: true, points: 0 });
    expect(await flagOf(learner)).toEqual([{ id: 'own-claims', points: 15 }]);
    const { db } = test.database;
    const events = await db.selectFrom('audit_events').selectAll().where('actor_pk', '=', learner.pk).execute();
    expect(events).toMatchObject([{ action: 'flag.solved', subject: 'lab:lost-luggage', data: { id: 'own-claims' } }]);
    expect((await read(learner)).body).toMatchObject({ repaired_at: first.body.ran_at, report: again.body });
    const solved = await learner.get<LabFlagsSolved>('/api/lab/flags_solved');
    expect(solved.body.flags).toContainEqual(expect.objectContaining({ id: 'own-claims', kind: 'repair', points: 15 }));
    // A later failing run does not revoke the repair.
    await run(learner, original);
    expect((await read(learner)).body.repaired_at).toBe(first.body.ran_at);
  }, 60_000);

  it('reports a build error with its position', async () => {
    const { body } = await run(await solver(), 'const = 1');
    expect(body).toMatchObject({ tests: [], exploit: 'not_run', repaired: false, points: 0 });
    expect(body.build_error).toContain('app.ts:1:6');
  });

  it('is limited to one at a time per learner', async () => {
    const release = holdBuilds();
    const [learner, other] = [await solver(), await solver()];
    const first = run(learner, solution);
    await expect.poll(async () => (await read(learner)).body.saved_at).not.toBeNull();
    expect(await run(learner, solution)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const second = run(other, solution);
    release();
    expect((await first).body).toMatchObject({ points: 15, repaired: true });
    expect((await second).body).toMatchObject({ points: 15, repaired: true });
    expect((await run(learner, 'const = 1')).status).toBe(200);
  }, 60_000);

  it('is queued, and rejected when the queue is full', async () => {
    const release = holdBuilds();
    const learners = await Promise.all(Array.from({ length: 12 }, () => solver()));
    const all = learners.map((learner) => run(learner, 'const = 1'));
    const rejected: Awaited<ReturnType<typeof run>>[] = [];
    for (const one of all) void one.then((answer) => rejected.push(answer));
    await expect.poll(() => rejected.length).toBe(2);
    for (const one of rejected) expect(one).toMatchObject({ status: 503, body: { code: 'capacity_reached' } });
    release();
    const answers = await Promise.all(all);
    expect(answers.filter((one) => one.status === 200)).toHaveLength(10);
  }, 60_000);

  it('has a rate limit', async () => {
    const learner = await solver();
    for (let i = 0; i < 60; i++) expect((await run(learner, 'const = 1')).status).toBe(200);
    expect(await run(learner, solution)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    test.clock.advance(3_600);
    // The access token has expired, so the learner gets a new one.
    expect((await run(await solver({ pk: learner.pk }), 'const = 1')).status).toBe(200);
  }, 60_000);

  /** Runs a repair that occupies the runner for this time. */
  async function occupyRunner(learner: Learner, seconds: number): Promise<void> {
    const release = holdBuilds();
    const running = run(learner, 'const = 1');
    await expect.poll(() => held).toBe(1);
    test.clock.advance(seconds);
    release();
    expect((await running).status).toBe(200);
  }

  it('is refused while the runs of the learner took two minutes of the last ten', async () => {
    const learner = await solver();
    await occupyRunner(learner, 119);
    await occupyRunner(learner, 1);
    const refused = await run(learner, 'const = 1');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests', retry_after: 599 } });
    expect((await run(await solver(), 'const = 1')).status).toBe(200);
    test.clock.advance(599);
    expect((await run(await solver({ pk: learner.pk }), 'const = 1')).status).toBe(200);
  }, 60_000);

  it('is dropped from a full queue if the runs of its learner took longer than those of others', async () => {
    const slow = await solver();
    await occupyRunner(slow, 60);
    const release = holdBuilds();
    const others = await Promise.all(Array.from({ length: 10 }, () => solver()));
    const answers = others.slice(0, 9).map((learner) => run(learner, 'const = 1'));
    for (const learner of others.slice(0, 9)) {
      await expect.poll(async () => (await read(learner)).body.saved_at).not.toBeNull();
    }
    const dropped = run(slow, 'const = 1');
    await expect.poll(async () => (await read(slow)).body.saved_at).toBe(test.clock.now().toISOString());
    answers.push(...others.slice(9).map((learner) => run(learner, 'const = 1')));
    expect(await dropped).toMatchObject({ status: 503, body: { code: 'capacity_reached' } });
    release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  }, 60_000);

  it('needs a sandbox, even if the lab itself does not', async () => {
    isolation = 'process';
    const answer = await run(await solver(), solution);
    expect(answer).toMatchObject({ status: 409, body: { code: 'isolation_unavailable' } });
  });

  it('leaves no processes', async () => {
    expect(await driver.list()).toEqual([]);
  });
});
