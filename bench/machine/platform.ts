import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { spawnNode, thisProgram } from './children.ts';
import { untilOk } from './http.ts';
import { freePort } from './port.ts';

export interface Platform {
  port: number;
  pid: number;
  dataDir: string;
  /** Milliseconds from the start of the process to the first 200 of the awaited page. */
  startedIn: number;
  ask<T>(message: unknown): Promise<T>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export interface PlatformOptions {
  dataDir: string;
  waitFor?: string;
  env?: Record<string, string>;
  /** Runs the server inside a role of this program instead of as a separate program. */
  role?: string;
}

/** Creates a temporary folder for `use` and deletes it afterwards, also when `use` fails. */
export async function withDataDir<T>(use: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hexpedition-bench-'));
  try {
    return await use(dataDir);
  } finally {
    // After a forced end PostgreSQL may still be writing its last file.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Starts the built server as `npm start` does in production, and waits until it responds. */
async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { dataDir, waitFor = '/healthz', env = {}, role } = options;
  const port = await freePort();
  const log = join(dataDir, 'server.log');
  const stderr = openSync(log, 'a');
  const since = performance.now();
  const child = spawnNode({
    args: role ? [thisProgram, '--role', role] : [join(dirname(thisProgram), 'main.js')],
    // The operator's own configuration must not reach a benchmark, least of all their database.
    env: { ...ownSettings, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), ...env },
    stderr,
  });
  closeSync(stderr);
  try {
    const startedIn = await untilOk(port, waitFor, since, child.isAlive);
    return { port, pid: child.pid, dataDir, startedIn, ask: child.ask, stop: child.stop, kill: child.kill };
  } catch (error) {
    await child.stop();
    throw new Error(`${(error as Error).message}\n${readFileSync(log, 'utf8').slice(-2_000)}`);
  }
}

/** Starts a platform on `dataDir`, and stops it after `use`, also when `use` fails. */
export async function withPlatform<T>(options: PlatformOptions, use: (platform: Platform) => Promise<T>): Promise<T> {
  const platform = await startPlatform(options);
  try {
    return await use(platform);
  } finally {
    await platform.stop();
  }
}

/** Environment of a benchmark's platform, instead of the operator's configuration. */
export const ownSettings = {
  NODE_ENV: 'production',
  WORKERS: '1',
  DATABASE_URL: '',
  PUBLIC_URL: '',
  SECRET_KEY: '',
  PADDLE_SANDBOX: 'off',
  PADDLE_API_KEY: '',
  PADDLE_CLIENT_TOKEN: '',
  PADDLE_WEBHOOK_SECRET: '',
  PADDLE_PLANS: '',
};
