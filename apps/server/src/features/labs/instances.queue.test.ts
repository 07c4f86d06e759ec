import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instance } from '@hexpedition/contract';
import { describe, expect, it } from 'vitest';
import { buildUser } from '#testing/factories';
import { connectTerminal } from './workspaces/testing/terminal-client.ts';
import { lab, openRequest, openWorkspaceApp, useWorkspaceApp } from './workspaces/testing/workspace-app.ts';

const { context, start, stop, state, ticketOf } = useWorkspaceApp();

describe('instance queue', () => {
  it('keeps the order, shows the position, and advances when an instance ends', async () => {
    const [one, two, three] = [await context().test.as(), await context().test.as(), await context().test.as()];
    expect((await start(one)).body.instance).toMatchObject({ status: 'running', queue_position: null });
    context().setFreeMemory(0);
    expect((await start(two)).body.instance).toMatchObject({ status: 'queued', queue_position: 1 });
    expect((await start(three)).body.instance).toMatchObject({ status: 'queued', queue_position: 2 });
    expect((await start(three)).body.instance).toMatchObject({ status: 'queued', queue_position: 2 });
    const listed = await three.get<{ instances: Instance[] }>('/api/lab/instances_running');
    expect(listed.body.instances).toMatchObject([{ status: 'queued', queue_position: 2 }]);
    expect((await two.post(`${lab}/terminal`)).body.code).toBe('instance_not_running');
    expect((await two.post(`${lab}/enter`)).body.code).toBe('instance_not_running');
    // There is memory for one more workspace, and the first in the queue starts.
    context().setFreeMemory(384 + 192);
    await stop(one);
    await expect.poll(async () => (await state(two))?.status).toBe('running');
    expect(await state(three)).toMatchObject({ status: 'queued', queue_position: 1 });
    context().setFreeMemory(64_000);
    await context().test.sweepLabs();
    await expect.poll(async () => (await state(three))?.status).toBe('running');
    await Promise.all([stop(two), stop(three)]);
  });

  it('removes instances that are stopped or not polled for five minutes', async () => {
    context().setFreeMemory(0);
    const [one, two, three] = [await context().test.as(), await context().test.as(), await context().test.as()];
    for (const learner of [one, two, three]) await start(learner);
    expect((await stop(one)).body.instance).toMatchObject({ status: 'stopped', queue_position: null });
    expect(await state(three)).toMatchObject({ queue_position: 2 });
    for (let i = 0; i < 3; i++) {
      context().test.clock.advance(150);
      expect(await state(three)).toMatchObject({ status: 'queued' });
      await context().test.sweepLabs();
    }
    expect(await state(two)).toMatchObject({ status: 'expired', error: expect.stringContaining('five minutes') });
    expect(await state(three)).toMatchObject({ status: 'queued', queue_position: 1 });
    await stop(three);
  });

  it('rejects a start when 100 instances are queued', async () => {
    context().setFreeMemory(0);
    const learner = await context().test.as();
    await start(learner);
    const { db } = context().test.database;
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
    const last = await context().test.as();
    expect(await start(last)).toMatchObject({ status: 503, body: { code: 'capacity_reached', retry_after: 120 } });
    expect(await state(last)).toBeNull();
    await db.deleteFrom('instances').where('status', '=', 'queued').execute();
  });
});

describe('a lab that serves a socket', () => {
  it('rejects to open a page', async () => {
    const { db } = context().test.database;
    const learner = await context().test.as();
    await start(learner);
    await db.updateTable('labs').set({ serves: 'socket' }).where('slug', '=', 'lost-luggage').execute();
    expect((await learner.post(`${lab}/enter`)).body).toMatchObject({
      code: 'not_found',
      msg: expect.stringContaining('Use its terminal'),
    });
    await db.updateTable('labs').set({ serves: 'http' }).where('slug', '=', 'lost-luggage').execute();
    await stop(learner);
  });
});

describe('a workspace that needs a missing program', () => {
  it('does not start, and the lab names the package to install', async () => {
    const { db } = context().test.database;
    const requireTools = (tools: string[]) =>
      db
        .updateTable('labs')
        .set({ workspace: JSON.stringify({ tools, home: 32, socket: null }) })
        .where('slug', '=', 'lost-luggage')
        .execute();
    await requireTools(['gdb', 'no-such-tool']);
    const problem = 'The workspace needs no-such-tool: install the package no-such-tool.';
    expect((await context().test.anonymous.get(lab)).body).toMatchObject({ unavailable: problem });
    const learner = await context().test.as();
    expect((await start(learner)).body).toMatchObject({ code: 'isolation_unavailable', msg: problem });
    await requireTools(['gdb']);
    expect((await start(learner)).body.instance?.status).toBe('running');
    await stop(learner);
  });
});

describe('stopping the server', () => {
  it('saves homes, closes terminals with the reason, and keeps the queue', async () => {
    const { test, dataDir, setFreeMemory, port, close } = await openWorkspaceApp();
    const { db } = test.database;
    const [learner, waiting] = [await test.as(), await test.as()];
    await start(learner);
    setFreeMemory(0);
    await start(waiting);
    const client = await connectTerminal(port());
    client.send({ ...openRequest, ticket: await ticketOf(learner) });
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
