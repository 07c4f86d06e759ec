import { readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import type { HomeFiles } from '@hexpedition/contract';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#testing/test-app';
import { lab, useWorkshop } from '../workspaces/testing/workshop.ts';

/** Through the real port, as a browser does. */

const { here, start, stop, state, ticketOf, connect, openWith, atWork } = useWorkshop();

/** The status that a host of labs answers. */
function visit(address: string): Promise<number> {
  const { host, pathname, search } = new URL(address);
  const port = here().port();
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: pathname + search, headers: { host }, agent: false };
    request(options, (response) => resolve(response.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });
}

const nameOf = async (pk: number) =>
  (await here().test.database.db.selectFrom('users').select('username').where('pk', '=', pk).executeTakeFirstOrThrow())
    .username;

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
        await here()
          .test.database.db.selectFrom('instances')
          .select('last_seen_at')
          .where('user_pk', '=', learner.pk)
          .executeTakeFirstOrThrow()
      ).last_seen_at;
    const [before, ref] = [await seen(), here().fake.workspaces.refs().at(-1) ?? ''];
    here().test.clock.advance(60);
    here().fake.workspaces.terminalsOf(ref)[0]?.stream.push('a line of output');
    await expect.poll(client.text).toContain('a line of output');
    expect(await seen()).toEqual(before);
    client.type('x');
    await expect.poll(seen).toEqual(here().test.clock.now());
    await stop(learner);
  });

  it('ends within seconds with the session that opened it, with the account, and with its time', async () => {
    const { db } = here().test.database;
    const [one, two, three] = [await atWork(), await atWork(), await atWork()];
    expect((await one.learner.post('/api/account/logout', {})).status).toBe(200);
    await db.updateTable('users').set({ is_active: false }).where('pk', '=', two.learner.pk).execute();
    await db
      .updateTable('instances')
      .set({ expires_at: here().test.clock.now() })
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
    const folder = join(here().dataDir, 'homes', String(learner.pk));
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
    here().test.clock.advance(31);
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
    const stranger = await here().test.as();
    expect((await here().test.anonymous.post(`${lab}/terminal`)).body.code).toBe('token_missing');
    expect((await stranger.post(`${lab}/terminal`)).body.code).toBe('instance_not_running');
    expect((await stranger.post('/api/lab/tide-table/terminal')).body).toMatchObject({
      code: 'not_found',
      msg: 'This lab has no workspace.',
    });
    expect((await stranger.post('/api/lab/no-such-lab/terminal')).status).toBe(404);
    expect((await stranger.post('/api/lab/..%2Fx/terminal')).status).toBe(400);
    // Whoever looks as the learner sees nothing of it.
    const boss = await here().test.as({ isSuperuser: true });
    const view = await boss.post<{ access: string }>(`/api/admin/people/${await nameOf(learner.pk)}/view`, {});
    const headers = { authorization: `Bearer ${view.body.access}` };
    for (const [method, path] of [
      ['POST', 'terminal'],
      ['GET', 'files'],
      ['GET', 'file?path=x'],
      ['DELETE', 'home'],
    ] as const) {
      const answer = await here().test.app.inject({ method, url: `${lab}/${path}`, headers });
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
