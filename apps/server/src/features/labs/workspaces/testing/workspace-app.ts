import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instance } from '@hexpedition/contract';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { buildUser } from '#testing/factories';
import { type Answer, createTestApp, type TestApp } from '#testing/test-app';
import { createFakeRuntime, type FakeRuntime, labsTemplate } from '../../testing.ts';
import { connectTerminal, type TerminalClient } from './terminal-client.ts';

export type Learner = Awaited<ReturnType<TestApp['as']>>;
type InstanceAnswer = Answer<{ instance: Instance | null; code?: string; msg?: string }>;

const MB = 1024 * 1024;
const defaultFreeMemory = 64_000 * MB;
/** The lab that has a workspace in these tests. */
export const lab = '/api/lab/lost-luggage';
export const openRequest = { terminal: 1, columns: 80, rows: 24, from: null };

export interface WorkspaceApp {
  test: TestApp;
  fake: FakeRuntime;
  dataDir: string;
  /** Sets the free memory without running workspaces, in megabytes. */
  setFreeMemory(megabytes: number): void;
  port(): number;
}

/** Opens a platform that listens on a real port and whose `lab` has a workspace. Only the runtime is a fake. */
export async function openWorkspaceApp(): Promise<WorkspaceApp & { close(): Promise<void> }> {
  const fake = createFakeRuntime();
  // Set before the first start, because builds are kept.
  fake.workspace = { tools: [], homeBytes: 32 * MB, socket: null };
  const dataDir = await mkdtemp(join(tmpdir(), 'app-'));
  let freeMemory = defaultFreeMemory;
  const urls = { labsUrl: 'http://labs.localhost:8080', publicUrl: 'http://localhost:8080' };
  const test = await createTestApp(
    { dataDir, ...urls },
    {
      labRuntime: fake,
      freeMemory: () => freeMemory - fake.workspaces.refs().length * 192 * MB,
    },
    await labsTemplate(),
  );
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

/** Opens one platform for all tests of a file, and returns functions for the actions of learners. */
export function useWorkspaceApp() {
  let app: Awaited<ReturnType<typeof openWorkspaceApp>>;
  const clients: TerminalClient[] = [];
  beforeAll(async () => {
    app = await openWorkspaceApp();
  });
  afterEach(() => {
    app.setFreeMemory(64_000);
    for (const { socket } of clients.splice(0)) socket.terminate();
  });
  afterAll(() => app.close());

  const start = (caller: Learner): Promise<InstanceAnswer> => caller.post(`${lab}/start`);
  const stop = (caller: Learner): Promise<InstanceAnswer> => caller.post(`${lab}/stop`);
  const state = async (caller: Learner) =>
    (await caller.get<{ instance: Instance | null }>(`${lab}/instance`)).body.instance;
  const ticketOf = async (caller: Learner) => (await caller.post<{ ticket: string }>(`${lab}/terminal`)).body.ticket;

  async function connect(headers: Record<string, string> = {}): Promise<TerminalClient> {
    const client = await connectTerminal(app.port(), headers);
    clients.push(client);
    return client;
  }

  async function openTerminalWith(ticket: string, changes: Partial<typeof openRequest> = {}): Promise<TerminalClient> {
    const client = await connect();
    client.send({ ...openRequest, ...changes, ticket });
    return client;
  }

  /** Creates a learner with a running lab and an open terminal. */
  async function startWithTerminal() {
    const learner = await app.test.as(await buildUser(app.test.database.db));
    expect((await start(learner)).body.instance).toMatchObject({ status: 'running' });
    const client = await openTerminalWith(await ticketOf(learner));
    await client.waitFor('attached');
    return { learner, client };
  }

  const upload = (caller: Learner, path: string, content: Buffer | string) =>
    app.test.app.inject({
      method: 'PUT',
      url: `${lab}/file?path=${encodeURIComponent(path)}`,
      headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${caller.token}` },
      payload: content,
    });
  const download = (caller: Learner, path: string) =>
    app.test.app.inject({
      url: `${lab}/file?path=${encodeURIComponent(path)}`,
      headers: { authorization: `Bearer ${caller.token}` },
    });

  /** The platform. Only available while tests run. */
  const context = (): WorkspaceApp => app;
  return { context, start, stop, state, ticketOf, connect, openTerminalWith, startWithTerminal, upload, download };
}
