import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createAccessTokens } from '#features/accounts/access-token';
import { inProcessReader } from '#features/content/sources/in-process-reader';
import { compileInProcess } from '#features/maps/compile-in-process';
import { createPaddleApi } from '#features/payments/paddle/paddle-api';
import type { Clock } from '#platform/clock';
import { type Config, type PaddleConfig, readConfig } from '#platform/config';
import { createJobs, type Jobs } from '#platform/jobs';
import type { Secrets } from '#platform/secrets';
import { type AppDeps, createApp } from '../app.ts';
import { buildUser } from './factories.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { onUndeclaredError } from './undeclared-errors.ts';

/** A clock that only advances when a test moves it. */
export interface TestClock extends Clock {
  advance(seconds: number): void;
}

/** Starts at the present time, because some start and end times come from the database's now(). */
export function createTestClock(start = new Date()): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += seconds * 1_000;
    },
  };
}

const testSecrets: Secrets = { key: (name) => Buffer.alloc(32, name) };

export interface Answer<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Record<string, string | number | string[] | undefined>;
}

export interface Caller {
  get<T = Record<string, unknown>>(url: string): Promise<Answer<T>>;
  post<T = Record<string, unknown>>(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  put<T = Record<string, unknown>>(url: string, body?: unknown): Promise<Answer<T>>;
  delete<T = Record<string, unknown>>(url: string, body?: unknown): Promise<Answer<T>>;
}

export interface TestApp {
  app: FastifyInstance;
  database: TestDatabase;
  clock: TestClock;
  secrets: Secrets;
  /** The app's job queue. It starts with the first job that is sent. */
  jobs: Jobs;
  /** Calls without a credential. */
  anonymous: Caller;
  /** Opens a session for a user, who is created unless given, and calls with its credential. */
  as(user?: Parameters<typeof buildUser>[1] | { pk: number }): Promise<Caller & { pk: number; token: string }>;
  /** Runs the sweep that the server runs every few seconds. */
  sweepLabs(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the whole application with its own database, called through `inject`.
 * @param template cloned as the database; by default one without rows
 */
export async function createTestApp(
  changes: Partial<Config> = {},
  deps: Pick<
    AppDeps,
    | 'databaseStatus'
    | 'draining'
    | 'labRuntime'
    | 'warmUpLabs'
    | 'freeMemory'
    | 'paddleApi'
    | 'mapCompiler'
    | 'sourceReader'
    | 'onRoute'
    | 'partners'
    | 'identityMs'
    | 'web'
  > = {},
  template?: { name: string },
): Promise<TestApp> {
  const database = await createTestDatabase(template);
  const clock = createTestClock();
  const defaults = readConfig({ NODE_ENV: 'test', POW_COST: '10', LOG_LEVEL: 'silent' });
  const dataDir = createDataDir(defaults.dataDir);
  const config = { ...defaults, dataDir, ...changes };
  const jobs = createLazyJobs(database.url);
  let sweepLabs = async () => {};
  const app = await createApp({
    onLabs: ({ sweep }) => {
      sweepLabs = sweep;
    },
    config,
    db: database.db,
    clock,
    secrets: testSecrets,
    jobs,
    onUndeclaredError,
    // Compiles in this thread: the thread's script exists only in the build (maps/map-compiler.test.ts).
    mapCompiler: async (task) => compileInProcess(task),
    sourceReader: inProcessReader,
    // Tests also change accounts directly in the database.
    identityMs: 0,
    // A test builds only the labs that it starts.
    warmUpLabs: false,
    ...(config.paddle && !config.paddle.local ? { paddleApi: unreachablePaddle(config.paddle) } : {}),
    ...deps,
  });
  await app.ready();
  const tokens = createAccessTokens(testSecrets.key('access-token'), clock);
  return {
    app,
    database,
    clock,
    secrets: testSecrets,
    jobs,
    sweepLabs,
    anonymous: caller(app),
    async as(user) {
      const pk = user && 'pk' in user ? user.pk : (await buildUser(database.db, user)).pk;
      const session = await database.db
        .insertInto('sessions')
        .values({
          sid: crypto.randomUUID(),
          user_pk: pk,
          expires_at: new Date(clock.now().getTime() + 86_400_000),
          end_reason: null,
        })
        .returning('sid')
        .executeTakeFirstOrThrow();
      const token = await tokens.issue({ userPk: pk, sid: session.sid, tier: 0, isSuperuser: false });
      return { pk, token, ...caller(app, token) };
    },
    async close() {
      await app.close();
      await jobs.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Creates the data folder of one test app. The server deletes homes whose owner is not in its database, so apps with
 * different databases must not share a folder, and no test may use the developer's own. They share only the built labs.
 */
function createDataDir(defaultDataDir: string): string {
  const cache = join(defaultDataDir, 'cache');
  mkdirSync(cache, { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'hexpedition-test-'));
  symlinkSync(cache, join(dataDir, 'cache'), 'dir');
  return dataDir;
}

/** Creates a job queue that starts with the first job. Most tests send none, and the start takes longer than the app's. */
function createLazyJobs(url: string): Jobs {
  const jobs = createJobs(url, () => {});
  return {
    ...jobs,
    async send(tx, kind, data) {
      await jobs.start();
      await jobs.send(tx, kind, data);
    },
  };
}

/** An address that nothing listens on: tests never call the real Paddle. */
const unreachablePaddle = (paddle: PaddleConfig) =>
  createPaddleApi({ ...paddle, local: { url: 'http://127.0.0.1:9', control: '' } }, { warn: () => {} });

function caller(app: FastifyInstance, token?: string): Caller {
  const call = async <T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await app.inject({
      method,
      url,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return { status: response.statusCode, body: (isJson ? response.json() : {}) as T, headers: response.headers };
  };
  return {
    get: (url) => call('GET', url),
    post: (url, body, headers) => call('POST', url, body, headers),
    put: (url, body) => call('PUT', url, body),
    delete: (url, body) => call('DELETE', url, body),
  };
}
