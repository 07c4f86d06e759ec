import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { FlagVerdict, Instance, Lab, LabCard, LabFlagsSolved, RunningInstances } from '@hexpedition/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildLab, buildUser } from '#testing/factories';
import { watchPageChanges } from '#testing/page-changes';
import { type Answer, createTestApp, type TestApp } from '#testing/test-app';
import { createFakeRuntime, type FakeRuntime, installLabs, labsTemplate } from './testing.ts';

type InstanceAnswer = Answer<{ instance: Instance | null; code?: string; msg?: string }>;
type Learner = Awaited<ReturnType<TestApp['as']>>;

let test: TestApp;
let fake: FakeRuntime;
beforeAll(async () => {
  fake = createFakeRuntime();
  const labsUrl = 'http://labs.localhost:8080';
  test = await createTestApp({ labsUrl }, { labRuntime: fake }, await labsTemplate());
  await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.close());
beforeEach(() => {
  fake.specs = [];
  fake.isolation = 'namespaced';
});

const on = (slug: string) => ({
  start: (caller: Learner): Promise<InstanceAnswer> => caller.post(`/api/lab/${slug}/start`),
  stop: (caller: Learner): Promise<InstanceAnswer> => caller.post(`/api/lab/${slug}/stop`),
  extend: (caller: Learner): Promise<InstanceAnswer> => caller.post(`/api/lab/${slug}/extend`),
  enter: (caller: Learner) => caller.post<{ url: string; code?: string }>(`/api/lab/${slug}/enter`),
  state: (caller: Learner): Promise<InstanceAnswer> => caller.get(`/api/lab/${slug}/instance`),
  submit: (caller: Learner, flag: string) => caller.post<FlagVerdict>(`/api/lab/flags/${slug}`, { flag }),
});
const luggage = on('lost-luggage');
const tide = on('tide-table');
/** Returns the card of a lab from the list. */
const cardOf = async (slug: string) =>
  (await test.anonymous.get<{ labs: LabCard[] }>('/api/lab/')).body.labs.find((lab) => lab.slug === slug);
const lastFlag = () => Object.values(fake.specs.at(-1)?.flags ?? {})[0] ?? '';

/** Sends a request through the real port, as a browser does. */
function visit(url: string, cookie = ''): Promise<{ status: number; body: string; cookie: string }> {
  const { host, pathname, search } = new URL(url);
  const { port } = test.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const headers = { host, cookie };
    httpRequest({ host: '127.0.0.1', port, path: pathname + search, headers, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => {
        const set = response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
        resolve({ status: response.statusCode ?? 0, body, cookie: set });
      });
    })
      .on('error', reject)
      .end();
  });
}

describe('lab list and lab', () => {
  it('are readable without logging in', async () => {
    expect([await cardOf('lost-luggage'), await cardOf('tide-table')]).toMatchObject([
      { slug: 'lost-luggage', points: 35, flags: 1, difficulty: 'easy', solves: 0 },
      { slug: 'tide-table', points: 65, flags: 1, difficulty: 'medium' },
    ]);
    const lab = await test.anonymous.get<Lab>('/api/lab/tide-table');
    expect(lab.body).toMatchObject({ risk: 'code-exec', unavailable: null, lessons: [] });
    expect(lab.body.briefing_html).toContain('<p>');
    expect(lab.body.hints.map((hint) => hint.cost)).toEqual([0, 2, 5]);
    expect((await test.anonymous.get('/api/lab/no-such-lab')).status).toBe(404);
    const flags = await test.anonymous.get('/api/lab/flags/tide-table');
    expect(flags.body).toEqual({
      flags: [
        { id: 'flag', name: expect.any(String), points: 40, task_html: expect.stringContaining('<p>'), after: null },
      ],
    });
  });

  it('name what the operator must install when a lab cannot start', async () => {
    fake.isolation = 'process';
    const lab = await test.anonymous.get<Lab>('/api/lab/tide-table');
    expect(lab.body.unavailable).toMatch(/needs a sandbox.*Install bubblewrap/);
    expect((await test.anonymous.get<Lab>('/api/lab/lost-luggage')).body.unavailable).toBeNull();
    const learner = await test.as();
    expect(await tide.start(learner)).toMatchObject({ status: 409, body: { code: 'isolation_unavailable' } });
    expect((await luggage.start(learner)).status).toBe(200);
  });

  it('do not change when the folder is imported again', async () => {
    const before = await test.database.db.selectFrom('labs').selectAll().execute();
    await installLabs(test.database.db);
    expect(await test.database.db.selectFrom('labs').selectAll().execute()).toEqual(before);
  });

  it('mark a lab as new only if the site already had labs', async () => {
    const { db } = test.database;
    expect((await cardOf('tide-table'))?.added_at).toBeNull();
    await db.updateTable('labs').set({ slug: 'an-old-one' }).where('slug', '=', 'tide-table').execute();
    await installLabs(db);
    expect((await cardOf('tide-table'))?.added_at).toEqual(expect.any(String));
    expect((await cardOf('lost-luggage'))?.added_at).toBeNull();
  });
});

describe('instance', () => {
  it('starts, is entered, extended twice, and stopped', async () => {
    const learner = await test.as();
    const before = (await fake.list()).length;
    expect((await luggage.state(learner)).body.instance).toBeNull();
    const started = await luggage.start(learner);
    expect(started.body.instance).toMatchObject({ status: 'running', lab: 'lost-luggage', extensions_left: 2 });
    const expires = Date.parse(started.body.instance?.expires_at ?? '');
    expect(expires - test.clock.now().getTime()).toBe(60 * 60_000);

    const entry = (await luggage.enter(learner)).body.url;
    expect(entry).toMatch(/^http:\/\/[a-z2-7]{26}\.labs\.localhost:8080\/__lab\/enter\?token=[\w-]{43}$/);
    const entered = await visit(entry);
    expect(entered.status).toBe(303);
    const page = await visit(new URL('/', entry).href, entered.cookie);
    expect(page.body).toBe(lastFlag());
    expect((await visit(entry)).status).toBe(403);

    expect((await luggage.extend(learner)).body.instance?.extensions_left).toBe(1);
    const last = await luggage.extend(learner);
    expect(Date.parse(last.body.instance?.expires_at ?? '')).toBe(expires + 60 * 60_000);
    expect(await luggage.extend(learner)).toMatchObject({ status: 409, body: { code: 'extension_limit' } });

    expect((await luggage.stop(learner)).body.instance).toMatchObject({ status: 'stopped', error: null });
    expect((await luggage.stop(learner)).body.instance?.status).toBe('stopped');
    expect((await visit(new URL('/', entry).href, entered.cookie)).status).toBe(410);
    for (const call of [luggage.extend, luggage.enter]) {
      expect(await call(learner)).toMatchObject({ status: 409, body: { code: 'instance_not_running' } });
    }
    expect(await fake.list()).toHaveLength(before);
  });

  it('is started once by concurrent requests', async () => {
    const learner = await test.as();
    const answers = await Promise.all(Array.from({ length: 8 }, () => luggage.start(learner)));
    const pks = new Set(answers.map((answer) => answer.body.instance?.pk));
    expect(pks.size).toBe(1);
    expect(fake.specs).toHaveLength(1);
    await Promise.all(Array.from({ length: 4 }, () => luggage.stop(learner)));
    expect((await luggage.state(learner)).body.instance?.status).toBe('stopped');
  });

  it('is listed with the learner’s other running instances until it ends', async () => {
    const [learner, stranger] = [await test.as(), await test.as()];
    const running = async (caller: Learner) =>
      (await caller.get<RunningInstances>('/api/lab/instances_running')).body.instances.map(({ name }) => name);
    expect(await running(learner)).toEqual([]);
    await luggage.start(learner);
    await tide.start(learner);
    expect(await running(learner)).toEqual(['Lost Luggage', 'Tide Table']);
    expect(await running(stranger)).toEqual([]);
    await luggage.stop(learner);
    expect(await running(learner)).toEqual(['Tide Table']);
    test.clock.advance(60 * 60);
    // It has expired, even before the sweep ends it.
    expect(await running(await test.as({ pk: learner.pk }))).toEqual([]);
  });

  it('is accessible only for its learner', async () => {
    const [owner, stranger] = [await test.as(), await test.as()];
    await luggage.start(owner);
    expect((await luggage.state(stranger)).body.instance).toBeNull();
    expect((await luggage.stop(stranger)).body.instance).toBeNull();
    expect(await luggage.enter(stranger)).toMatchObject({ status: 409, body: { code: 'instance_not_running' } });
    expect((await luggage.state(owner)).body.instance?.status).toBe('running');

    // A pass for one instance does not open another one.
    await luggage.start(stranger);
    const own = (await luggage.enter(stranger)).body.url;
    const { cookie } = await visit(own);
    const other = (await luggage.enter(owner)).body.url;
    expect((await visit(new URL('/', other).href, cookie)).status).toBe(403);
    const swapped = new URL(own).host;
    expect((await visit(other.replace(new URL(other).host, swapped))).status).toBe(403);
  });

  it('rejects a pass after its session has ended', async () => {
    const learner = await test.as();
    await luggage.start(learner);
    const url = (await luggage.enter(learner)).body.url;
    const later = (await luggage.enter(learner)).body.url;
    const { cookie } = await visit(url);
    const home = new URL('/', url).href;
    expect((await visit(home, cookie)).status).toBe(200);
    expect((await learner.post('/api/account/logout', {})).status).toBe(200);
    // The gateway caches the session for two seconds.
    test.clock.advance(3);
    expect((await visit(home, cookie)).status).toBe(403);
    expect((await visit(later)).status).toBe(403);
  });

  it('rejects visitors, lower tiers and unknown labs', async () => {
    for (const path of ['start', 'stop', 'extend', 'enter']) {
      const answer = await test.anonymous.post(`/api/lab/lost-luggage/${path}`);
      expect([answer.status, answer.body.code], path).toEqual([401, 'token_missing']);
    }
    for (const path of ['lost-luggage/instance', 'lost-luggage/writeup', 'flags_solved', 'instances_running']) {
      expect((await test.anonymous.get(`/api/lab/${path}`)).status, path).toBe(401);
    }
    const learner = await test.as();
    expect((await on('no-such-lab').start(learner)).status).toBe(404);
    expect((await learner.post('/api/lab/..%2F..%2Fetc/start')).status).toBe(400);
    const { db } = test.database;
    await db.updateTable('labs').set({ tier: 2 }).where('slug', '=', 'tide-table').execute();
    expect(await tide.start(learner)).toMatchObject({ status: 403, body: { code: 'tier_required' } });
    expect((await tide.start(await test.as({ tier: 2 }))).status).toBe(200);
    await db.updateTable('labs').set({ tier: 0 }).where('slug', '=', 'tide-table').execute();
  });

  it('cannot be started when the learner already has two', async () => {
    const learner = await test.as();
    const { db } = test.database;
    const { pk: third } = await buildLab(db, { slug: 'third' });
    await Promise.all([luggage.start(learner), tide.start(learner)]);
    expect(await on('third').start(learner)).toMatchObject({ status: 409, body: { code: 'instance_limit' } });
    await tide.stop(learner);
    // The lab has no folder, so the start fails, but it was not rejected by the limit.
    expect((await on('third').start(learner)).body.instance).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('did not start'),
    });
    await db.deleteFrom('instances').where('lab_pk', '=', third).execute();
    await db.deleteFrom('labs').where('pk', '=', third).execute();
  });

  it('reports a failed start without internal details, and can be started again', async () => {
    const learner = await test.as();
    fake.nextError = new Error('secret path /root/x');
    const failed = await luggage.start(learner);
    expect(failed.body.instance).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(failed.body)).not.toContain('secret');
    expect((await luggage.start(learner)).body.instance?.status).toBe('running');
  });

  it('ends when it is stopped during its start', async () => {
    const learner = await test.as();
    let release = () => {};
    fake.hold = new Promise((resolve) => {
      release = resolve;
    });
    const starting = luggage.start(learner);
    await expect.poll(async () => (await luggage.state(learner)).body.instance?.status).toBe('starting');
    expect((await luggage.stop(learner)).body.instance?.status).toBe('stopped');
    const before = (await fake.list()).length;
    release();
    fake.hold = undefined;
    expect((await starting).body.instance?.status).toBe('stopped');
    expect(await fake.list()).toHaveLength(before);
  });

  it('has a rate limit for starts', async () => {
    const learner = await test.as();
    let stopped: InstanceAnswer | undefined;
    for (let i = 0; i < 13 && !stopped; i++) {
      const answer = await luggage.start(learner);
      if (answer.status !== 200) stopped = answer;
      else await luggage.stop(learner);
    }
    expect(stopped).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });
});

describe('lab flags', () => {
  it('are solved once by concurrent submissions, and open the write-up', async () => {
    const learner = await test.as();
    expect((await learner.get('/api/lab/tide-table/writeup')).body.code).toBe('forbidden');
    await tide.start(learner);
    const flag = lastFlag();
    expect(flag).toMatch(/^flag\{[a-z2-7]{26}\}$/);
    const answers = await Promise.all(Array.from({ length: 5 }, () => tide.submit(learner, ` "${flag}" `)));
    expect(answers.filter((answer) => answer.body.result === 'right')).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.result === 'solved')).toHaveLength(4);
    const solved = await learner.get<LabFlagsSolved>('/api/lab/flags_solved');
    expect(solved.body.flags).toMatchObject([{ lab: 'tide-table', id: 'flag', points: 40 }]);
    expect((await learner.get<{ html: string }>('/api/lab/tide-table/writeup')).body.html).toContain(
      'The vulnerability',
    );
  });

  it('are counted at once, and the first solve of a lab invalidates its cached pages', async () => {
    const [first, second] = [await test.as(), await test.as()];
    const changed: string[] = [];
    const stop = await watchPageChanges(test.database.url, (change) => changed.push(...change));
    expect(await cardOf('lost-luggage')).toMatchObject({ solves: 0 });
    await luggage.start(first);
    expect((await luggage.submit(first, lastFlag())).body).toMatchObject({ result: 'right', first: true });
    // The test clock has not advanced, so the earlier count would still be cached.
    expect(await cardOf('lost-luggage')).toMatchObject({ solves: 1 });
    await expect.poll(() => changed).toEqual(['/api/lab/', '/api/lab/lost-luggage', '/api/lab/flags/lost-luggage']);
    await luggage.start(second);
    expect((await luggage.submit(second, lastFlag())).body).toMatchObject({ result: 'right', first: false });
    expect(await cardOf('lost-luggage')).toMatchObject({ solves: 2 });
    expect(changed).toHaveLength(3);
    await stop();
  });

  it('of another learner are wrong and recorded as an incident', async () => {
    const [owner, copier] = [await test.as(), await test.as()];
    await luggage.start(owner);
    const flag = lastFlag();
    const copied = await luggage.submit(copier, flag);
    const guessed = await luggage.submit(copier, `flag{${'a'.repeat(26)}}`);
    expect(copied.body).toEqual(guessed.body);
    const incidents = await test.database.db
      .selectFrom('shared_flags')
      .selectAll()
      .where('user_pk', '=', copier.pk)
      .execute();
    expect(incidents).toMatchObject([{ owner_pk: owner.pk }]);
    expect((await luggage.submit(owner, flag)).body.result).toBe('right');
  });

  it('are accepted for a day after the instance has ended', async () => {
    const [early, late] = [await test.as(), await test.as()];
    const flags: string[] = [];
    for (const learner of [early, late]) {
      await luggage.start(learner);
      flags.push(lastFlag());
      await luggage.stop(learner);
    }
    test.clock.advance(23 * 3600);
    const later = async (pk: number) => test.as({ pk });
    const sessions = [await later(early.pk), await later(late.pk)] as const;
    expect((await luggage.submit(sessions[0], flags[0] ?? '')).body.result).toBe('right');
    test.clock.advance(2 * 3600);
    const stale = await luggage.submit(await later(late.pk), flags[1] ?? '');
    expect(stale.body).toMatchObject({ result: 'wrong', hint: expect.stringContaining('more than a day') });
  });

  it('are wrong in another lab, and get hints for common mistakes', async () => {
    const learner = await test.as();
    await luggage.start(learner);
    expect((await tide.submit(learner, lastFlag())).body).toMatchObject({
      result: 'wrong',
      hint: expect.stringContaining('another lab'),
    });
    expect((await tide.submit(learner, 'flag{open')).body.hint).toMatch(/brace/);
    expect((await learner.post('/api/lab/flags/tide-table', { flag: '   ' })).status).toBe(400);
    expect((await learner.post('/api/lab/flags/tide-table', { flag: 'x'.repeat(501) })).status).toBe(400);
    expect((await on('no-such-lab').submit(learner, 'flag{x}')).status).toBe(404);
    expect((await test.anonymous.post('/api/lab/flags/tide-table', { flag: 'flag{x}' })).status).toBe(401);
  });

  it('differ between instances', async () => {
    const [one, other] = [await test.as(), await test.as()];
    const flags = new Set<string>();
    for (const learner of [one, other, one]) {
      await luggage.stop(learner);
      await luggage.start(learner);
      flags.add(lastFlag());
    }
    expect(flags.size).toBe(3);
  });
});

describe('shared port of labs and platform', () => {
  const send = (text: string) =>
    new Promise<string>((resolve) => {
      const { port } = test.app.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('close', () => resolve(answer));
    });

  it('answers clients that offer a protocol upgrade', async () => {
    const offer =
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n';
    const answer = await send(`GET /api/lab/ HTTP/1.1\r\nHost: localhost\r\n${offer}`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('lost-luggage');
    expect(await send(`POST /api/lab/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n${offer}{}`)).toMatch(
      /^HTTP\/1\.1 400 /,
    );
  });

  it('closes the connection of a client that offers a protocol upgrade and does not close it', async () => {
    const { port } = test.app.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {}).resume();
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
    await once(socket, 'end');
    const open = () => new Promise<number>((resolve) => test.app.server.getConnections((_, count) => resolve(count)));
    await expect.poll(open).toBe(0);
    socket.destroy();
  });

  it('does not serve the platform on lab hosts', async () => {
    for (const host of ['labs.localhost', 'x.labs.localhost', 'LABS.localhost:8080', 'labs.localhost.']) {
      const answer = await send(`GET /api/lab/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect(answer, host).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer, host).not.toContain('lost-luggage');
    }
  });
});

describe('disabled account', () => {
  it('loses access to a lab within seconds', async () => {
    const user = await buildUser(test.database.db);
    const learner = await test.as(user);
    await luggage.start(learner);
    const entry = (await luggage.enter(learner)).body.url;
    const { cookie } = await visit(entry);
    expect((await visit(new URL('/', entry).href, cookie)).status).toBe(200);
    await test.database.db.updateTable('users').set({ is_active: false }).where('pk', '=', user.pk).execute();
    test.clock.advance(3);
    expect((await visit(new URL('/', entry).href, cookie)).status).toBe(410);
  });
});
