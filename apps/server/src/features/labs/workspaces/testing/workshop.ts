import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instance } from '@hexpedition/contract';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { buildUser } from '#testing/factories';
import { type Answer, createTestApp, type TestApp } from '#testing/test-app';
import { createFakeRuntime, type FakeRuntime, installLabs } from '../../testing.ts';
import { connectTerminal, type TerminalClient } from './terminal-client.ts';

export type Learner = Awaited<ReturnType<TestApp['as']>>;
type InstanceAnswer = Answer<{ instance: Instance | null; code?: string; msg?: string }>;

const MB = 1024 * 1024;
const plenty = 64_000 * MB;
/** The lab that has a workspace here. */
export const lab = '/api/lab/lost-luggage';
export const opening = { terminal: 1, columns: 80, rows: 24, from: null };

export interface Workshop {
  test: TestApp;
  fake: FakeRuntime;
  dataDir: string;
  /** What the machine has to spare while no workspace runs, in megabytes. */
  setFreeMemory(megabytes: number): void;
  port(): number;
}

/** A platform whose port is open and whose `lab` has a workspace; only what runs in it is made up. */
export async function openWorkshop(): Promise<Workshop & { close(): Promise<void> }> {
  const fake = createFakeRuntime();
  // The builds that the server makes when it begins to listen have it, too.
  fake.workspace = { tools: [], homeBytes: 32 * MB, socket: null };
  const dataDir = await mkdtemp(join(tmpdir(), 'workshop-'));
  let freeMemory = plenty;
  const urls = { labsUrl: 'http://labs.localhost:8080', publicUrl: 'http://localhost:8080' };
  const test = await createTestApp(
    { dataDir, ...urls },
    {
      labRuntime: fake,
      freeMemory: () => freeMemory - fake.workspaces.refs().length * 192 * MB,
    },
  );
  await installLabs(test.database.db);
  await test.database.db
    .updateTable('labs')
    .set({ workspace: JSON.stringify({ tools: [], home: 32, socket: null }) })
    .where('slug', '=', 'lost-luggage')
    .execute();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    test,
    fake,
    dataDir,
    setFreeMemory: (megabytes) => {
      freeMemory = megabytes * MB;
    },
    port: () => (test.app.server.address() as AddressInfo).port,
    async close() {
      await test.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** One for all tests of a file, with what learners do in it. */
export function useWorkshop() {
  let workshop: Awaited<ReturnType<typeof openWorkshop>>;
  const clients: TerminalClient[] = [];
  beforeAll(async () => {
    workshop = await openWorkshop();
  });
  afterEach(() => {
    workshop.setFreeMemory(64_000);
    for (const { socket } of clients.splice(0)) socket.terminate();
  });
  afterAll(() => workshop.close());

  const start = (who: Learner): Promise<InstanceAnswer> => who.post(`${lab}/start`);
  const stop = (who: Learner): Promise<InstanceAnswer> => who.post(`${lab}/stop`);
  const state = async (who: Learner) => (await who.get<{ instance: Instance | null }>(`${lab}/instance`)).body.instance;
  const ticketOf = async (who: Learner) => (await who.post<{ ticket: string }>(`${lab}/terminal`)).body.ticket;

  async function connect(headers: Record<string, string> = {}): Promise<TerminalClient> {
    const client = await connectTerminal(workshop.port(), headers);
    clients.push(client);
    return client;
  }

  async function openWith(ticket: string, changes: Partial<typeof opening> = {}): Promise<TerminalClient> {
    const client = await connect();
    client.say({ ...opening, ...changes, ticket });
    return client;
  }

  /** A learner whose lab runs, with a terminal that is open. */
  async function atWork() {
    const learner = await workshop.test.as(await buildUser(workshop.test.database.db));
    expect((await start(learner)).body.instance).toMatchObject({ status: 'running' });
    const client = await openWith(await ticketOf(learner));
    await client.heard('attached');
    return { learner, client };
  }

  const put = (who: Learner, path: string, content: Buffer | string) =>
    workshop.test.app.inject({
      method: 'PUT',
      url: `${lab}/file?path=${encodeURIComponent(path)}`,
      headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${who.token}` },
      payload: content,
    });
  const take = (who: Learner, path: string) =>
    workshop.test.app.inject({
      url: `${lab}/file?path=${encodeURIComponent(path)}`,
      headers: { authorization: `Bearer ${who.token}` },
    });

  /** Its parts are there once the tests run. */
  const here = (): Workshop => workshop;
  return { here, start, stop, state, ticketOf, connect, openWith, atWork, put, take };
}
