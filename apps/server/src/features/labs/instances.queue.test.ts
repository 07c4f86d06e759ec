import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instance } from '@hexpedition/contract';
import { describe, expect, it } from 'vitest';
import { buildUser } from '#testing/factories';
import { connectTerminal } from './workspaces/testing/terminal-client.ts';
import { lab, opening, openWorkshop, useWorkshop } from './workspaces/testing/workshop.ts';

const { here, start, stop, state, ticketOf } = useWorkshop();

describe('the queue', () => {
  it('keeps places in their order, shows them, and moves on when something ends', async () => {
    const [one, two, three] = [await here().test.as(), await here().test.as(), await here().test.as()];
    expect((await start(one)).body.instance).toMatchObject({ status: 'running', place: null });
    here().setFreeMemory(0);
    expect((await start(two)).body.instance).toMatchObject({ status: 'queued', place: 1 });
    expect((await start(three)).body.instance).toMatchObject({ status: 'queued', place: 2 });
    expect((await start(three)).body.instance).toMatchObject({ status: 'queued', place: 2 });
    const listed = await three.get<{ instances: Instance[] }>('/api/lab/instances_running');
    expect(listed.body.instances).toMatchObject([{ status: 'queued', place: 2 }]);
    expect((await two.post(`${lab}/terminal`)).body.code).toBe('instance_not_running');
    expect((await two.post(`${lab}/enter`)).body.code).toBe('instance_not_running');
    // Room for one more workspace, and it is the first who gets it.
    here().setFreeMemory(384 + 192);
    await stop(one);
    await expect.poll(async () => (await state(two))?.status).toBe('running');
    expect(await state(three)).toMatchObject({ status: 'queued', place: 1 });
    here().setFreeMemory(64_000);
    await here().test.sweepLabs();
    await expect.poll(async () => (await state(three))?.status).toBe('running');
    await Promise.all([stop(two), stop(three)]);
  });

  it('is left by whoever stops, and by whoever does not ask for five minutes', async () => {
    here().setFreeMemory(0);
    const [one, two, three] = [await here().test.as(), await here().test.as(), await here().test.as()];
    for (const learner of [one, two, three]) await start(learner);
    expect((await stop(one)).body.instance).toMatchObject({ status: 'stopped', place: null });
    expect(await state(three)).toMatchObject({ place: 2 });
    for (let i = 0; i < 3; i++) {
      here().test.clock.advance(150);
      expect(await state(three)).toMatchObject({ status: 'queued' });
      await here().test.sweepLabs();
    }
    expect(await state(two)).toMatchObject({ status: 'expired', error: expect.stringContaining('five minutes') });
    expect(await state(three)).toMatchObject({ status: 'queued', place: 1 });
    await stop(three);
  });

  it('holds a hundred, and the next is told to come later', async () => {
    here().setFreeMemory(0);
    const learner = await here().test.as();
    await start(learner);
    const { db } = here().test.database;
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
    const last = await here().test.as();
    expect(await start(last)).toMatchObject({ status: 503, body: { code: 'capacity_reached', retry_after: 120 } });
    expect(await state(last)).toBeNull();
    await db.deleteFrom('instances').where('status', '=', 'queued').execute();
  });
});

describe('a lab that serves a socket', () => {
  it('has no page to enter, and says so', async () => {
    const { db } = here().test.database;
    const learner = await here().test.as();
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

describe('a workspace that needs a program that is not there', () => {
  it('is not started, and the lab’s page says what to install', async () => {
    const { db } = here().test.database;
    const needing = (tools: string[]) =>
      db
        .updateTable('labs')
        .set({ workspace: JSON.stringify({ tools, home: 32, socket: null }) })
        .where('slug', '=', 'lost-luggage')
        .execute();
    await needing(['gdb', 'no-such-tool']);
    const problem = 'The workspace needs no-such-tool: install the package no-such-tool.';
    expect((await here().test.anonymous.get(lab)).body).toMatchObject({ unavailable: problem });
    const learner = await here().test.as();
    expect((await start(learner)).body).toMatchObject({ code: 'isolation_unavailable', msg: problem });
    await needing(['gdb']);
    expect((await start(learner)).body.instance?.status).toBe('running');
    await stop(learner);
  });
});

describe('a server that is stopped', () => {
  it('saves what is being worked on, says why it ends, and lets those who wait keep their place', async () => {
    const { test, dataDir, setFreeMemory, port, close } = await openWorkshop();
    const { db } = test.database;
    const [learner, waiting] = [await test.as(), await test.as()];
    await start(learner);
    setFreeMemory(0);
    await start(waiting);
    const client = await connectTerminal(port());
    client.say({ ...opening, ticket: await ticketOf(learner) });
    client.type('put last words\n');
    await expect.poll(client.text).toContain('words');
    const rows = () => db.selectFrom('instances').select(['status', 'stop_reason']).orderBy('pk').execute();
    await test.app.close();
    expect(await client.closed).toEqual({ code: 4000, reason: 'The server was stopped.' });
    expect(await rows()).toEqual([
      { status: 'stopped', stop_reason: 'The server was stopped.' },
      { status: 'queued', stop_reason: null },
    ]);
    expect(await readdir(join(dataDir, 'homes', String(learner.pk)))).toHaveLength(1);
    await close();
  });
});
