import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createAccessTokens } from '#features/accounts/access-token';
import { readHere } from '#features/content/sources/read-here';
import { compileHere } from '#features/maps/compile-here';
import { createPaddleApi } from '#features/payments/paddle/paddle-api';
import type { Clock } from '#platform/clock';
import { type Config, type PaddleConfig, readConfig } from '#platform/config';
import { createJobs } from '#platform/jobs';
import type { Secrets } from '#platform/secrets';
import { type AppDeps, createApp } from '../app.ts';
import { buildUser } from './factories.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { onUndeclaredError } from './undeclared-errors.ts';

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  advance(seconds: number): void;
}

/** Begins at the present: the database's own now() is used for what starts and ends by itself. */
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
  /** Calls without a credential. */
  anonymous: Caller;
  /** Opens a session for a user (made here unless given) and calls with its credential. */
  as(user?: Parameters<typeof buildUser>[1] | { pk: number }): Promise<Caller & { pk: number; token: string }>;
  /** What the server does by itself every few seconds. */
  sweepLabs(): Promise<void>;
  close(): Promise<void>;
}

/** The whole application on a database of its own, called through `inject`. */
export async function createTestApp(
  changes: Partial<Config> = {},
  deps: Pick<
    AppDeps,
    'databaseStatus' | 'labRuntime' | 'freeMemory' | 'mapCompiler' | 'sourceReader' | 'onRoute' | 'partners' | 'web'
  > = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const clock = createTestClock();
  const defaults = readConfig({ NODE_ENV: 'test', POW_COST: '10', LOG_LEVEL: 'silent' });
  const dataDir = createDataDir(defaults.dataDir);
  const config = { ...defaults, dataDir, ...changes };
  const jobs = createJobs(database.url, () => {});
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
    // The sources have no script for a thread: the build makes it (maps/map-compiler.test.ts).
    mapCompiler: async (task) => compileHere(task),
    sourceReader: readHere,
    ...(config.paddle && !config.paddle.local ? { paddleApi: silentPaddle(config.paddle) } : {}),
    ...deps,
  });
  await jobs.start();
  await app.ready();
  const tokens = createAccessTokens(testSecrets.key('access-token'), clock);
  return {
    app,
    database,
    clock,
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

/** Where nobody answers: no test asks the real Paddle. */
const silentPaddle = (paddle: PaddleConfig) =>
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
