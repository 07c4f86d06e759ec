import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const projectRoot = new URL('../..', import.meta.url).pathname;

export interface RunningServer {
  port: number;
  pid: number;
  /** Origin as a browser names it: `http://localhost:PORT`, so that instances are at `*.labs.localhost:PORT`. */
  url: string;
  /** Output so far. */
  output(): string;
  /**
   * Stops it as an operator does, and waits. Throws if it has answered with an error code that its contract does not
   * declare.
   */
  stop(): Promise<void>;
  /** Kills it without a shutdown, as a power cut does. */
  kill(): Promise<void>;
}

export interface ServerOptions {
  dataDir: string;
  port?: number;
  /** Null starts the embedded PostgreSQL in `dataDir`. */
  databaseUrl?: string | null;
  env?: Record<string, string>;
  /** Folder of the built release to start; this one by default. */
  release?: string;
}

/** Servers of this process that were not stopped. */
export const runningServers = new Set<RunningServer>();

/** The first start on an empty database imports the curriculum, which takes minutes on a busy machine. */
const maxStartMs = 300_000;

/** Starts the built server as an operator would, and waits until it is ready. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const port = options.port ?? (await freePort());
  shareBuiltLabs(options.dataDir);
  const { child, output } = spawnServer({ ...options, port });
  const deadline = Date.now() + maxStartMs;
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`);
    if (Date.now() > deadline) throw new Error(`The server was not ready in time:\n${output()}`);
    await sleep(50);
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exit;
    runningServers.delete(server);
  };
  const server: RunningServer = {
    port,
    pid: child.pid ?? 0,
    url: `http://localhost:${port}`,
    output,
    stop: async () => {
      await end('SIGTERM');
      const undeclared = output().match(/^.*error code is not declared in the contract.*$/gm);
      if (undeclared) throw new Error(`The server answered with undeclared error codes:\n${undeclared.join('\n')}`);
    },
    kill: () => end('SIGKILL'),
  };
  runningServers.add(server);
  return server;
}

/**
 * Runs a server that is expected to fail at startup.
 * @returns its exit code and output
 */
export async function runServerUntilExit(options: ServerOptions): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnServer({ ...options, port: options.port ?? (await freePort()) });
  const timer = setTimeout(() => child.kill('SIGKILL'), maxStartMs);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  return { code, output: output() };
}

/** Builds of the labs, which all servers share. */
const builtLabs = join(projectRoot, '.cache/e2e-labs');

/** Each server builds all labs at startup. This shares the builds between the servers. */
function shareBuiltLabs(dataDir: string): void {
  mkdirSync(builtLabs, { recursive: true });
  mkdirSync(join(dataDir, 'cache'), { recursive: true });
  const own = join(dataDir, 'cache/labs');
  if (!existsSync(own)) symlinkSync(builtLabs, own);
}

/**
 * Waits until a server adds no more builds of labs. In a fresh checkout, all servers that start at the same time would
 * build every lab.
 */
export async function waitForLabBuilds(): Promise<void> {
  for (let before = 0, now = 1; now > before; ) {
    before = now;
    await sleep(2_000);
    now = readdirSync(builtLabs).length;
  }
}

export const hasLabBuilds = (): boolean => existsSync(builtLabs);

function spawnServer(options: ServerOptions & { port: number }): { child: ChildProcess; output: () => string } {
  const { DATABASE_URL: _, NODE_ENV: __, ...inherited } = process.env;
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: options.release ?? projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      WORKERS: '1',
      // Tests that need the sandbox switch it on.
      PADDLE_SANDBOX: 'off',
      PORT: String(options.port),
      DATA_DIR: options.dataDir,
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
      ...options.env,
    },
  });
  let text = '';
  const collect = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return { child, output: () => text };
}

/**
 * Creates a temporary data folder.
 * @returns its path and a function that removes it
 */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'hexpedition-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
