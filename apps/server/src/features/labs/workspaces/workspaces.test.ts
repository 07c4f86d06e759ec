import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HomeFiles, Instance } from '@hexpedition/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '#testing/factories';
import { type Answer, createTestApp, type TestApp } from '#testing/test-app';
import { createFakeRuntime, type FakeRuntime, installLabs } from '../testing.ts';
import { connectTerminal, type TerminalClient } from './testing.ts';

/** Through the real port, as a browser does; only what runs in the workspace is made up. */

type Learner = Awaited<ReturnType<TestApp['as']>>;
type InstanceAnswer = Answer<{ instance: Instance | null; code?: string; msg?: string }>;

const MB = 1024 * 1024;
const lab = '/api/lab/lost-luggage';
let dataDir: string;
let freeMemory = 64_000 * MB;
let test: TestApp;
let fake: FakeRuntime;
const clients: TerminalClient[] = [];
beforeAll(async () => {
  fake = createFakeRuntime();
  dataDir = await mkdtemp(join(tmpdir(), 'workspaces-'));
  test = await createTestApp(
    { dataDir, labsUrl: 'http://labs.localhost:8080', publicUrl: 'http://localhost:8080' },
    { labRuntime: fake, freeMemory: () => freeMemory },
  );
  const { db } = test.database;
  await installLabs(db);
  await db
    .updateTable('labs')
    .set({ workspace: JSON.stringify({ tools: [], home: 32, socket: null }) })
    .where('slug', '=', 'lost-luggage')
    .execute();
  // The builds that the server makes when it begins to listen have it, too.
  fake.workspace = { tools: [], homeBytes: 32 * MB, socket: null };
  await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  freeMemory = 64_000 * MB;
  for (const { socket } of clients.splice(0)) socket.terminate();
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true });
});

const start = (who: Learner): Promise<InstanceAnswer> => who.post(`${lab}/start`);
const stop = (who: Learner): Promise<InstanceAnswer> => who.post(`${lab}/stop`);
const state = async (who: Learner) => (await who.get<{ instance: Instance | null }>(`${lab}/instance`)).body.instance;
const ticketOf = async (who: Learner) => (await who.post<{ ticket: string }>(`${lab}/terminal`)).body.ticket;
const opening = { terminal: 1, columns: 80, rows: 24, from: null };

async function connect(headers: Record<string, string> = {}): Promise<TerminalClient> {
  const { port } = test.app.server.address() as AddressInfo;
  const client = await connectTerminal(port, headers);
  clients.push(client);
  return client;
}

async function openWith(ticket: string, changes: Partial<typeof opening> = {}): Promise<TerminalClient> {
  const client = await connect();
  client.say({ ...opening, ...changes, ticket });
  return client;
}

/** The status that a host of labs answers. */
function visit(address: string): Promise<number> {
  const { host, pathname, search } = new URL(address);
  const { port } = test.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: pathname + search, headers: { host }, agent: false };
    request(options, (response) => resolve(response.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });
}

const nameOf = async (pk: number) =>
  (await test.database.db.selectFrom('users').select('username').where('pk', '=', pk).executeTakeFirstOrThrow())
    .username;

/** A learner whose lab runs, with a terminal that is open. */
async function atWork() {
  const user = await buildUser(test.database.db);
  const learner = await test.as(user);
  expect((await start(learner)).body.instance).toMatchObject({ status: 'running' });
  const client = await openWith(await ticketOf(learner));
  await client.heard('attached');
  return { learner, client };
}

const put = (who: Learner, path: string, content: Buffer | string) =>
  test.app.inject({
    method: 'PUT',
    url: `${lab}/file?path=${encodeURIComponent(path)}`,
    headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${who.token}` },
    payload: content,
  });
const take = (who: Learner, path: string) =>
  test.app.inject({
    url: `${lab}/file?path=${encodeURIComponent(path)}`,
    headers: { authorization: `Bearer ${who.token}` },
  });

describe('a terminal', () => {
  it('is opened with a ticket, and its home is saved while one works', async () => {
    const { learner, client } = await atWork();
    expect((await state(learner))?.home).toEqual({ saved_at: null, bytes: 0 });
    client.type('put notes/first.txt hello\n');
    const saved = await client.heard('saved');
    expect(client.text()).toContain('put notes');
    const { home } = (await state(learner)) ?? {};
    expect(home).toEqual({ saved_at: saved.at, bytes: saved.bytes });

    // Another terminal is told at once what is kept.
    const second = await openWith(await ticketOf(learner), { terminal: 2 });
    expect(await second.heard('saved')).toEqual(saved);
    client.type('put notes/second.txt more\n');
    await expect.poll(client.text).toContain('second');
    await stop(learner);
    for (const one of [client, second]) {
      expect(await one.closed).toEqual({ code: 4000, reason: 'You have stopped the lab.' });
      expect(one.said.at(-1)).toMatchObject({ type: 'ended' });
    }
    // What was typed at last was saved, and said, before it ended.
    expect(client.said.filter(({ type }) => type === 'saved').length).toBeGreaterThanOrEqual(2);

    await start(learner);
    const files = await learner.get<HomeFiles>(`${lab}/files`);
    expect(files.body.files.map(({ path }) => path)).toEqual(['notes/first.txt', 'notes/second.txt']);
    expect((await stop(learner)).body.instance?.home?.bytes).toBeGreaterThan(0);
  });

  it('counts as use by what is typed, and not by what is shown', async () => {
    const { learner, client } = await atWork();
    const seen = async () =>
      (
        await test.database.db
          .selectFrom('instances')
          .select('last_seen_at')
          .where('user_pk', '=', learner.pk)
          .executeTakeFirstOrThrow()
      ).last_seen_at;
    const [before, ref] = [await seen(), fake.workspaces.refs().at(-1) ?? ''];
    test.clock.advance(60);
    fake.workspaces.terminalsOf(ref)[0]?.stream.push('a line of output');
    await expect.poll(client.text).toContain('a line of output');
    expect(await seen()).toEqual(before);
    client.type('x');
    await expect.poll(seen).toEqual(test.clock.now());
    await stop(learner);
  });

  it('ends within seconds with the session that opened it, with the account, and with its time', async () => {
    const { db } = test.database;
    const [one, two, three] = [await atWork(), await atWork(), await atWork()];
    expect((await one.learner.post('/api/account/logout', {})).status).toBe(200);
    await db.updateTable('users').set({ is_active: false }).where('pk', '=', two.learner.pk).execute();
    await db
      .updateTable('instances')
      .set({ expires_at: test.clock.now() })
      .where('user_pk', '=', three.learner.pk)
      .execute();
    expect(await one.client.closed).toMatchObject({ code: 4003 });
    expect(await two.client.closed).toMatchObject({ code: 4000 });
    expect(await three.client.closed).toMatchObject({ code: 4000 });
  });

  it('says that a home could not be read, and keeps that one', async () => {
    const { learner, client } = await atWork();
    client.type('put a b\n');
    await client.heard('saved');
    await stop(learner);
    const folder = join(dataDir, 'homes', String(learner.pk));
    const [name = ''] = await readdir(folder);
    await writeFile(join(folder, name), 'rubbish');
    await start(learner);
    const next = await openWith(await ticketOf(learner));
    await expect.poll(next.text).toContain('could not be read');
    expect(await readdir(folder)).toEqual([name.replace('.tar.gz', '.unreadable.tar.gz')]);
    expect((await learner.get<HomeFiles>(`${lab}/files`)).body.files).toEqual([]);
    await stop(learner);
  });
});

describe('a ticket', () => {
  it('is good once', async () => {
    const { learner } = await atWork();
    const ticket = await ticketOf(learner);
    const clients = [await openWith(ticket, { terminal: 2 }), await openWith(ticket, { terminal: 2 })];
    const outcomes = await Promise.all(
      clients.map((client) => Promise.race([client.heard('attached').then(() => 'in'), client.closed])),
    );
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1);
    expect(outcomes.find((outcome) => outcome !== 'in')).toMatchObject({ code: 4003 });
    await stop(learner);
  });

  it('is good for half a minute, and not when the instance has ended or the session has', async () => {
    const { learner } = await atWork();
    const late = await ticketOf(learner);
    test.clock.advance(31);
    expect(await (await openWith(late)).closed).toMatchObject({ code: 4003 });
    const ended = await ticketOf(learner);
    await stop(learner);
    expect(await (await openWith(ended)).closed).toMatchObject({ code: 4000 });
    await start(learner);
    const loggedOut = await ticketOf(learner);
    await learner.post('/api/account/logout', {});
    expect(await (await openWith(loggedOut)).closed).toMatchObject({ code: 4003 });
  });

  it('opens no page, and what opens a page opens no terminal', async () => {
    const { learner } = await atWork();
    const { url } = (await learner.post<{ url: string }>(`${lab}/enter`)).body;
    const token = new URL(url).searchParams.get('token') ?? '';
    expect(await (await openWith(token)).closed).toMatchObject({ code: 4003 });
    const swapped = url.replace(token, await ticketOf(learner));
    expect(await visit(swapped)).toBe(403);
    // Neither was used up by being shown at the wrong door.
    expect(await visit(url)).toBe(303);
    await stop(learner);
  });

  it('is asked for by the owner of an instance that runs', async () => {
    const { learner } = await atWork();
    const stranger = await test.as();
    expect((await test.anonymous.post(`${lab}/terminal`)).body.code).toBe('token_missing');
    expect((await stranger.post(`${lab}/terminal`)).body.code).toBe('instance_not_running');
    expect((await stranger.post('/api/lab/tide-table/terminal')).body).toMatchObject({
      code: 'not_found',
      msg: 'This lab has no workspace.',
    });
    expect((await stranger.post('/api/lab/no-such-lab/terminal')).status).toBe(404);
    expect((await stranger.post('/api/lab/..%2Fx/terminal')).status).toBe(400);
    // Whoever looks as the learner sees nothing of it.
    const boss = await test.as({ isSuperuser: true });
    const view = await boss.post<{ access: string }>(`/api/admin/people/${await nameOf(learner.pk)}/view`, {});
    const headers = { authorization: `Bearer ${view.body.access}` };
    for (const [method, path] of [
      ['POST', 'terminal'],
      ['GET', 'files'],
      ['GET', 'file?path=x'],
      ['DELETE', 'home'],
    ] as const) {
      const answer = await test.app.inject({ method, url: `${lab}/${path}`, headers });
      expect([answer.statusCode, answer.json().code], path).toEqual([403, 'view_only']);
    }
    await stop(learner);
  });

  it('is not given without end', async () => {
    const { learner } = await atWork();
    let last: Answer | undefined;
    for (let i = 0; i < 95; i++) last = await learner.post(`${lab}/terminal`);
    expect(last).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    await stop(learner);
  });

  it('leads nowhere when it is a guess', async () => {
    for (const ticket of ['x', 'A'.repeat(43), "' or 1=1 --", '\u0000']) {
      expect(await (await openWith(ticket)).closed, ticket).toMatchObject({ code: 4003 });
    }
    await expect(connect({ origin: 'http://evil.test' })).rejects.toThrow('refused with 403');
    await expect(connect({ origin: 'http://x.labs.localhost:8080' })).rejects.toThrow('refused with 403');
    expect((await connect({ origin: 'http://localhost:8080' })).socket.readyState).toBe(1);
  });
});

describe('files', () => {
  it('go in and come out as bytes that no browser shows', async () => {
    const { learner } = await atWork();
    const bytes = Buffer.from([0, 255, 60, 115, 62, 10]);
    expect((await put(learner, 'ein Ordner/"böse".html', bytes)).statusCode).toBe(200);
    expect((await put(learner, 'empty', '')).statusCode).toBe(200);
    const answer = await take(learner, 'ein Ordner/"böse".html');
    expect(answer.rawPayload).toEqual(bytes);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="_b_se_.html"; filename*=UTF-8''%22b%C3%B6se%22.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    });
    expect((await take(learner, 'empty')).rawPayload).toHaveLength(0);
    expect((await take(learner, 'none')).json()).toMatchObject({ code: 'not_found' });
    expect((await put(learner, 'a-folder', 'x')).json()).toMatchObject({
      code: 'file_invalid',
      msg: 'A folder has that name.',
    });
    await stop(learner);
  });

  it('have no way out of the home', async () => {
    const { learner } = await atWork();
    const nul = `${lab}/file?path=a%00b`;
    for (const path of ['/etc/passwd', '../x', 'a/../../x', 'a//b', './x', 'a/', '', '.', 'x'.repeat(401)]) {
      expect((await put(learner, path, 'x')).statusCode, path).toBe(400);
      expect((await take(learner, path)).statusCode, path).toBe(400);
    }
    expect((await learner.get(nul)).status).toBe(400);
    expect((await learner.get(`${lab}/file`)).status).toBe(400);
    expect((await learner.get(`${lab}/file?path=a&path=b`)).status).toBe(400);
    await stop(learner);
  });

  it('have at most 8 MB, and are bytes', async () => {
    const { learner } = await atWork();
    expect((await put(learner, 'large', Buffer.alloc(8 * MB))).statusCode).toBe(200);
    expect((await take(learner, 'large')).rawPayload).toHaveLength(8 * MB);
    expect((await put(learner, 'larger', Buffer.alloc(8 * MB + 1))).statusCode).toBe(413);
    const [ref = ''] = fake.workspaces.refs().slice(-1);
    fake.workspaces.filesOf(ref).set('grown', Buffer.alloc(9 * MB));
    expect((await take(learner, 'grown')).json()).toMatchObject({ code: 'too_large' });
    const json = await learner.put(`${lab}/file?path=x`, { a: 1 });
    expect(json).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    await stop(learner);
  });

  it('are listed, five hundred of them', async () => {
    const { learner } = await atWork();
    const [ref = ''] = fake.workspaces.refs().slice(-1);
    for (let i = 0; i < 501; i++) fake.workspaces.filesOf(ref).set(`f${i}`, Buffer.alloc(i));
    const { body } = await learner.get<HomeFiles>(`${lab}/files`);
    expect(body.files).toHaveLength(500);
    expect(body.more).toBe(true);
    expect(body.files[3]).toEqual({ path: 'f3', bytes: 3, modified_at: new Date(0).toISOString() });
    await stop(learner);
  });

  it('are those of the owner’s own instance, which runs', async () => {
    const { learner } = await atWork();
    await put(learner, 'secret', 'mine');
    const stranger = await test.as();
    for (const answer of [
      await take(stranger, 'secret'),
      await put(stranger, 'x', 'x'),
      await test.app.inject({ url: `${lab}/files`, headers: { authorization: `Bearer ${stranger.token}` } }),
    ]) {
      expect(answer.json()).toMatchObject({ code: 'instance_not_running' });
    }
    await start(stranger);
    expect((await take(stranger, 'secret')).statusCode).toBe(404);
    for (const path of ['files', 'file?path=x']) expect((await test.anonymous.get(`${lab}/${path}`)).status).toBe(401);
    expect((await test.anonymous.delete(`${lab}/home`)).status).toBe(401);
    await Promise.all([stop(learner), stop(stranger)]);
  });
});

describe('a home', () => {
  it('is thrown away when nothing runs in it', async () => {
    const { learner, client } = await atWork();
    client.type('put a b\n');
    await client.heard('saved');
    expect(await learner.delete(`${lab}/home`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await stop(learner);
    expect((await state(learner))?.home?.bytes).toBeGreaterThan(0);
    expect((await learner.delete(`${lab}/home`)).status).toBe(200);
    expect((await learner.delete(`${lab}/home`)).status).toBe(200);
    expect((await state(learner))?.home).toEqual({ saved_at: null, bytes: 0 });
    await start(learner);
    expect((await learner.get<HomeFiles>(`${lab}/files`)).body.files).toEqual([]);
    await stop(learner);
    expect((await learner.delete('/api/lab/tide-table/home')).body.code).toBe('not_found');
    const other = await test.as();
    expect((await other.delete(`${lab}/home`)).status).toBe(200);
  });

  it('stands in the file of one’s own data', async () => {
    const { learner, client } = await atWork();
    client.type('put a b\n');
    const saved = await client.heard('saved');
    const { body } = await learner.get<{ lab_homes: unknown }>('/api/account/export');
    expect(body.lab_homes).toEqual([{ lab: 'Lost Luggage', bytes: saved.bytes, saved_at: saved.at }]);
    await stop(learner);
  });

  it('is saved when its time is over or nobody uses it', async () => {
    const { learner, client } = await atWork();
    client.type('put last words\n');
    await expect.poll(client.text).toContain('words');
    test.clock.advance(31 * 60);
    await test.sweepLabs();
    expect(await client.closed).toMatchObject({ code: 4000 });
    const back = await test.as({ pk: learner.pk });
    expect(await state(back)).toMatchObject({ status: 'expired', home: { bytes: expect.any(Number) } });
    await start(back);
    expect((await back.get<HomeFiles>(`${lab}/files`)).body.files.map(({ path }) => path)).toEqual(['last']);
    await stop(back);
  });
});

describe('the queue', () => {
  it('keeps places in their order, shows them, and moves on when something ends', async () => {
    const [one, two, three] = [await test.as(), await test.as(), await test.as()];
    expect((await start(one)).body.instance).toMatchObject({ status: 'running', place: null });
    freeMemory = 0;
    expect((await start(two)).body.instance).toMatchObject({ status: 'queued', place: 1 });
    expect((await start(three)).body.instance).toMatchObject({ status: 'queued', place: 2 });
    expect((await start(three)).body.instance).toMatchObject({ status: 'queued', place: 2 });
    const listed = await three.get<{ instances: Instance[] }>('/api/lab/instances_running');
    expect(listed.body.instances).toMatchObject([{ status: 'queued', place: 2 }]);
    expect((await two.post(`${lab}/terminal`)).body.code).toBe('instance_not_running');
    expect((await two.post(`${lab}/enter`)).body.code).toBe('instance_not_running');
    // Room for one more workspace, and it is the first who gets it.
    freeMemory = (384 + 192) * MB;
    await stop(one);
    await expect.poll(async () => (await state(two))?.status).toBe('running');
    expect(await state(three)).toMatchObject({ status: 'queued', place: 1 });
    freeMemory = 64_000 * MB;
    await test.sweepLabs();
    await expect.poll(async () => (await state(three))?.status).toBe('running');
    await Promise.all([stop(two), stop(three)]);
  });

  it('is left by whoever stops, and by whoever does not ask for five minutes', async () => {
    freeMemory = 0;
    const [one, two, three] = [await test.as(), await test.as(), await test.as()];
    for (const learner of [one, two, three]) await start(learner);
    expect((await stop(one)).body.instance).toMatchObject({ status: 'stopped', place: null });
    expect(await state(three)).toMatchObject({ place: 2 });
    for (let i = 0; i < 3; i++) {
      test.clock.advance(150);
      expect(await state(three)).toMatchObject({ status: 'queued' });
      await test.sweepLabs();
    }
    expect(await state(two)).toMatchObject({ status: 'expired', error: expect.stringContaining('five minutes') });
    expect(await state(three)).toMatchObject({ status: 'queued', place: 1 });
    await stop(three);
  });

  it('holds a hundred, and the next is told to come later', async () => {
    freeMemory = 0;
    const learner = await test.as();
    await start(learner);
    const { db } = test.database;
    const row = await db
      .selectFrom('instances')
      .selectAll()
      .where('user_pk', '=', learner.pk)
      .executeTakeFirstOrThrow();
    const { pk: _, ...copy } = row;
    for (let i = 1; i < 100; i++) {
      const { pk: user_pk } = await buildUser(db);
      await db
        .insertInto('instances')
        .values({ ...copy, user_pk, label: `queued-${i}` })
        .execute();
    }
    const last = await test.as();
    expect(await start(last)).toMatchObject({ status: 503, body: { code: 'capacity_reached', retry_after: 120 } });
    expect(await state(last)).toBeNull();
    await db.deleteFrom('instances').where('status', '=', 'queued').execute();
  });
});

describe('a lab that serves a socket', () => {
  it('has no page to enter, and says so', async () => {
    const { db } = test.database;
    const learner = await test.as();
    await start(learner);
    await db.updateTable('labs').set({ serves: 'socket' }).where('slug', '=', 'lost-luggage').execute();
    expect((await learner.post(`${lab}/enter`)).body).toMatchObject({
      code: 'not_found',
      msg: expect.stringContaining('reached from its terminal'),
    });
    await db.updateTable('labs').set({ serves: 'http' }).where('slug', '=', 'lost-luggage').execute();
    await stop(learner);
  });
});
