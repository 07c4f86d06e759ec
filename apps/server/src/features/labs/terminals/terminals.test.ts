import { readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HomeFiles } from '@hexpedition/contract';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#testing/test-app';
import { lab, useWorkspaceApp } from '../workspaces/testing/workspace-app.ts';

/* Tests through the real port, as a browser uses it. */

const { context, start, stop, state, ticketOf, connect, openTerminalWith, startWithTerminal } = useWorkspaceApp();

/** Returns the status of a request to a lab host. */
function visit(address: string): Promise<number> {
  const { host, pathname, search } = new URL(address);
  const port = context().port();
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: pathname + search, headers: { host }, agent: false };
    request(options, (response) => resolve(response.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });
}

const nameOf = async (pk: number) =>
  (
    await context()
      .test.database.db.selectFrom('users')
      .select('username')
      .where('pk', '=', pk)
      .executeTakeFirstOrThrow()
  ).username;

describe('terminal', () => {
  it('opens with a ticket, and its home is saved during use', async () => {
    const { learner, client } = await startWithTerminal();
    expect((await state(learner))?.home).toEqual({ saved_at: null, bytes: 0 });
    client.type('put notes/first.txt hello\n');
    const saved = await client.waitFor('saved');
    expect(client.text()).toContain('put notes');
    const { home } = (await state(learner)) ?? {};
    expect(home).toEqual({ saved_at: saved.at, bytes: saved.bytes });

    // Another terminal gets the last save at once.
    const second = await openTerminalWith(await ticketOf(learner), { terminal: 2 });
    expect(await second.waitFor('saved')).toEqual(saved);
    client.type('put notes/second.txt more\n');
    await expect.poll(client.text).toContain('second');
    await stop(learner);
    for (const one of [client, second]) {
      expect(await one.closed).toEqual({ code: 4000, reason: 'You have stopped the lab.' });
      expect(one.messages.at(-1)).toMatchObject({ type: 'ended' });
    }
    // The last input was saved and reported before the end.
    expect(client.messages.filter(({ type }) => type === 'saved').length).toBeGreaterThanOrEqual(2);

    await start(learner);
    const files = await learner.get<HomeFiles>(`${lab}/files`);
    expect(files.body.files.map(({ path }) => path)).toEqual(['notes/first.txt', 'notes/second.txt']);
    expect((await stop(learner)).body.instance?.home?.bytes).toBeGreaterThan(0);
  });

  it('counts input but not output as use', async () => {
    const { learner, client } = await startWithTerminal();
    const seen = async () =>
      (
        await context()
          .test.database.db.selectFrom('instances')
          .select('last_seen_at')
          .where('user_pk', '=', learner.pk)
          .executeTakeFirstOrThrow()
      ).last_seen_at;
    const [before, ref] = [await seen(), context().fake.workspaces.refs().at(-1) ?? ''];
    context().test.clock.advance(60);
    context().fake.workspaces.terminalsOf(ref)[0]?.stream.push('a line of output');
    await expect.poll(client.text).toContain('a line of output');
    expect(await seen()).toEqual(before);
    client.type('x');
    await expect.poll(seen).toEqual(context().test.clock.now());
    await stop(learner);
  });

  it('closes within seconds when the session, the account or the instance ends', async () => {
    const { db } = context().test.database;
    const [one, two, three] = [await startWithTerminal(), await startWithTerminal(), await startWithTerminal()];
    expect((await one.learner.post('/api/account/logout', {})).status).toBe(200);
    await db.updateTable('users').set({ is_active: false }).where('pk', '=', two.learner.pk).execute();
    await db
      .updateTable('instances')
      .set({ expires_at: context().test.clock.now() })
      .where('user_pk', '=', three.learner.pk)
      .execute();
    expect(await one.client.closed).toMatchObject({ code: 4003 });
    expect(await two.client.closed).toMatchObject({ code: 4000 });
    expect(await three.client.closed).toMatchObject({ code: 4000 });
  });

  it('stays open during the last save of its home, and is then closed with the reason of the end', async () => {
    const { learner, client } = await startWithTerminal();
    const { fake } = context();
    const { saveHome } = fake;
    client.type('put a b\n');
    await client.waitFor('saved');
    client.type('put c d\n');
    // Longer than the interval in which terminals of ended instances are closed.
    fake.saveHome = (ref) => sleep(4_500).then(() => saveHome(ref));
    await stop(learner);
    fake.saveHome = saveHome;
    expect(await client.closed).toEqual({ code: 4000, reason: 'You have stopped the lab.' });
  });

  it('is closed when the runtime is lost while it is being opened', async () => {
    const { learner } = await startWithTerminal();
    const { fake } = context();
    const { attachShell } = fake;
    fake.attachShell = async (...args) => ({
      ...(await attachShell(...args)),
      // Node ends a process that leaves this rejection unhandled.
      ended: Promise.reject(new Error('The connection was reset.')),
    });
    const client = await openTerminalWith(await ticketOf(learner), { terminal: 2 });
    expect(await client.closed).toEqual({ code: 1012, reason: 'The connection to the workspace was lost.' });
    fake.attachShell = attachShell;
  });

  it('reports an unreadable home and quarantines it', async () => {
    const { learner, client } = await startWithTerminal();
    client.type('put a b\n');
    await expect.poll(client.text).toContain('put a b');
    await stop(learner);
    const folder = join(context().dataDir, 'homes', String(learner.pk));
    const [name = ''] = await readdir(folder);
    await writeFile(join(folder, name), 'rubbish');
    await start(learner);
    const next = await openTerminalWith(await ticketOf(learner));
    await expect.poll(next.text).toContain('could not be read');
    expect(await readdir(folder)).toEqual([name.replace('.tar.gz', '.unreadable.tar.gz')]);
    expect((await learner.get<HomeFiles>(`${lab}/files`)).body.files).toEqual([]);
    await stop(learner);
  });

  it('reports a home that was restored partly, and keeps its archive', async () => {
    const { learner, client } = await startWithTerminal();
    client.type('put a b\n');
    await expect.poll(client.text).toContain('put a b');
    await stop(learner);
    const folder = join(context().dataDir, 'homes', String(learner.pk));
    const [name = ''] = await readdir(folder);
    context().fake.workspaces.restoresPartly = true;
    await start(learner);
    context().fake.workspaces.restoresPartly = false;
    const next = await openTerminalWith(await ticketOf(learner));
    await expect.poll(next.text).toContain('Some files of your saved home could not be restored');
    expect(await readdir(folder)).toEqual([name.replace('.tar.gz', '.unreadable.tar.gz')]);
    expect((await learner.get<HomeFiles>(`${lab}/files`)).body.files).toMatchObject([{ path: 'a' }]);
    await stop(learner);
  });
});

describe('ticket', () => {
  it('is valid once', async () => {
    const { learner } = await startWithTerminal();
    const ticket = await ticketOf(learner);
    const clients = [await openTerminalWith(ticket, { terminal: 2 }), await openTerminalWith(ticket, { terminal: 2 })];
    const outcomes = await Promise.all(
      clients.map((client) => Promise.race([client.waitFor('attached').then(() => 'attached'), client.closed])),
    );
    expect(outcomes.filter((outcome) => outcome === 'attached')).toHaveLength(1);
    expect(outcomes.find((outcome) => outcome !== 'attached')).toMatchObject({ code: 4003 });
    await stop(learner);
  });

  it('is valid for 30 s, until its instance or session ends', async () => {
    const { learner } = await startWithTerminal();
    const late = await ticketOf(learner);
    context().test.clock.advance(31);
    expect(await (await openTerminalWith(late)).closed).toMatchObject({ code: 4003 });
    const ended = await ticketOf(learner);
    await stop(learner);
    expect(await (await openTerminalWith(ended)).closed).toMatchObject({ code: 4000 });
    await start(learner);
    const loggedOut = await ticketOf(learner);
    await learner.post('/api/account/logout', {});
    expect(await (await openTerminalWith(loggedOut)).closed).toMatchObject({ code: 4003 });
  });

  it('does not open a page, and an entry token does not open a terminal', async () => {
    const { learner } = await startWithTerminal();
    const { url } = (await learner.post<{ url: string }>(`${lab}/enter`)).body;
    const token = new URL(url).searchParams.get('token') ?? '';
    expect(await (await openTerminalWith(token)).closed).toMatchObject({ code: 4003 });
    const swapped = url.replace(token, await ticketOf(learner));
    expect(await visit(swapped)).toBe(403);
    // Using it in the wrong place did not consume the entry token.
    expect(await visit(url)).toBe(303);
    await stop(learner);
  });

  it('is issued only to the owner of a running instance', async () => {
    const { learner } = await startWithTerminal();
    const stranger = await context().test.as();
    expect((await context().test.anonymous.post(`${lab}/terminal`)).body.code).toBe('token_missing');
    expect((await stranger.post(`${lab}/terminal`)).body.code).toBe('instance_not_running');
    expect((await stranger.post('/api/lab/tide-table/terminal')).body).toMatchObject({
      code: 'not_found',
      msg: 'This lab has no workspace.',
    });
    expect((await stranger.post('/api/lab/no-such-lab/terminal')).status).toBe(404);
    expect((await stranger.post('/api/lab/..%2Fx/terminal')).status).toBe(400);
    // A superuser who impersonates the learner has no access.
    const boss = await context().test.as({ isSuperuser: true });
    const view = await boss.post<{ access: string }>(`/api/admin/users/${await nameOf(learner.pk)}/view`, {});
    const headers = { authorization: `Bearer ${view.body.access}` };
    for (const [method, path] of [
      ['POST', 'terminal'],
      ['GET', 'files'],
      ['GET', 'file?path=x'],
      ['DELETE', 'home'],
    ] as const) {
      const answer = await context().test.app.inject({ method, url: `${lab}/${path}`, headers });
      expect([answer.statusCode, answer.json().code], path).toEqual([403, 'view_only']);
    }
    await stop(learner);
  });

  it('has a rate limit', async () => {
    const { learner } = await startWithTerminal();
    let last: Answer | undefined;
    for (let i = 0; i < 95; i++) last = await learner.post(`${lab}/terminal`);
    expect(last).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    await stop(learner);
  });

  it('is rejected when it was guessed', async () => {
    for (const ticket of ['x', 'A'.repeat(43), "' or 1=1 --", '\u0000']) {
      expect(await (await openTerminalWith(ticket)).closed, ticket).toMatchObject({ code: 4003 });
    }
    await expect(connect({ origin: 'http://evil.test' })).rejects.toThrow('rejected with 403');
    await expect(connect({ origin: 'http://x.labs.localhost:8080' })).rejects.toThrow('rejected with 403');
    expect((await connect({ origin: 'http://localhost:8080' })).socket.readyState).toBe(1);
  });
});
