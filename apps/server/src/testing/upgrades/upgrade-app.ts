import { expect } from 'vitest';
import { createAccessTokens } from '#features/accounts/access-token';
import { inProcessReader } from '#features/content/sources/in-process-reader';
import { createFakeRuntime, type FakeRuntime } from '#features/labs/testing';
import { compileInProcess } from '#features/maps/compile-in-process';
import type { PaddleApi } from '#features/payments/paddle/paddle-api';
import { testPaddle } from '#features/payments/testing/subscription-model';
import type { Clock } from '#platform/clock';
import { readConfig } from '#platform/config';
import { type Db, openDb } from '#platform/db/db';
import { createJobs } from '#platform/jobs';
import type { Secrets } from '#platform/secrets';
import { createApp } from '../../app.ts';

/** Must stay the same for all releases: flags of labs and rounds of drills are derived from it. */
const secrets: Secrets = { key: (name) => Buffer.alloc(32, name) };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Call = <T = Record<string, unknown>>(
  method: Method,
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: T }>;

/** A user and their calls. */
export interface Account {
  pk: number;
  call: Call;
}

export interface UpgradeApp {
  db: Db;
  clock: Clock;
  labRuntime: FakeRuntime;
  /** Calls without an access token. */
  anonymous: Call;
  as(accessToken: string): Call;
  /** Opens a session without a login. @returns its access token */
  openSession(userPk: number): Promise<string>;
  stop(): Promise<void>;
}

/** Returns the body of a successful call. */
export async function ok<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer;
  if (status !== 200) expect([status, body]).toEqual([200, '']);
  return body;
}

/** Starts the whole application on a given database, as the server does after its migrations. */
export async function startUpgradeApp(options: {
  url: string;
  dataDir: string;
  clock: Clock;
  paddleApi: PaddleApi;
}): Promise<UpgradeApp> {
  const { url, dataDir, clock, paddleApi } = options;
  const { db } = openDb(url, { max: 5 });
  const jobs = createJobs(url, () => {});
  const labRuntime = createFakeRuntime();
  const app = await createApp({
    config: { ...readConfig({ NODE_ENV: 'test', POW_COST: '10', LOG_LEVEL: 'silent' }), dataDir, paddle: testPaddle() },
    ...{ db, clock, secrets, jobs, labRuntime, paddleApi },
    mapCompiler: async (task) => compileInProcess(task),
    sourceReader: inProcessReader,
  });
  await jobs.start();
  await app.ready();
  const tokens = createAccessTokens(secrets.key('access-token'), clock);
  const caller = (token?: string): Call => {
    const call = async (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await app.inject({
        method,
        url: path,
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      return { status: response.statusCode, body: isJson ? response.json() : response.body };
    };
    return call as Call;
  };
  return {
    ...{ db, clock, labRuntime },
    anonymous: caller(),
    as: caller,
    async openSession(userPk) {
      const sid = crypto.randomUUID();
      const expires_at = new Date(clock.now().getTime() + 86_400_000);
      await db.insertInto('sessions').values({ sid, user_pk: userPk, expires_at, end_reason: null }).execute();
      return tokens.issue({ userPk, sid, tier: 0, isSuperuser: false });
    },
    async stop() {
      await app.close();
      await jobs.stop();
      await db.destroy();
    },
  };
}
