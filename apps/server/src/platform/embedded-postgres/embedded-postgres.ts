import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { backoffMs } from '#platform/backoff';
import { describeDatabaseError, isDiskFull } from '#platform/db/database-errors';
import { isProcessAlive } from '#platform/is-process-alive';
import { readSecretFile } from '#platform/secrets';
import { StartError } from '#platform/start-error';
import { findBinaries } from './binaries.ts';
import { chooseIdentity, type Identity } from './identity.ts';

const user = 'hexpedition';
const startTimeout = 60_000;
/** Time in which a starting server writes its lock file. */
const lockFileMs = 200;
/** The last lines of a process may arrive after its exit. */
const outputGraceMs = 20;

export interface EmbeddedPostgres {
  /** Address of the server with the database `postgres`. */
  url: string;
  /** False when another process of this program started the server. */
  owned: boolean;
  /** Stops the server if this process started it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** Additional server settings, such as `fsync=off` for a disposable database. */
  settings?: string[];
  /** Called when the server exited unexpectedly or could not be restarted. Another attempt follows. */
  onDown?: (reason: string) => void;
  /** Called when the restarted server answers. */
  onUp?: () => void;
}

/** Pauses between attempts to restart a server that exited unexpectedly. */
const restartBackoff = { firstMs: 50, maxMs: 1_000 };
/** A server that ran for this long is restarted with the shortest pause. */
const stableAfterMs = 1_000;

/**
 * Starts a PostgreSQL with its files in `dataDir/postgres`, on a free port of 127.0.0.1 with a random password, or
 * attaches to a server that is already running there. A server that this process started is restarted at the same address
 * when it exits unexpectedly, for example when the kernel kills it for lack of memory or when the disk is full.
 * @throws StartError when the server cannot start, with the reason and a remedy
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, settings = [] } = options;
  await ensureWritable(dataDir);
  const folder = join(dataDir, 'postgres');
  const identity = chooseIdentity(await findBinaries(), dataDir);
  const password = (await readSecretFile(dataDir, 'database')).toString('base64url');
  if (!isInitialised(folder)) await initialise(identity, folder, password);

  // Two processes may start at once. PostgreSQL lets one of them win, and the other attaches to its server.
  for (let n = 0; n < 3; n++) {
    const running = await attach(folder, password);
    if (running) return { url: running, owned: false, stop: async () => {} };
    const command = { identity, folder, password, settings, port: await freePort() };
    const server = await launch(command);
    if (!server) continue;
    return { url: address(command.port, password), owned: true, stop: supervise(server, command, options) };
  }
  throw new StartError(
    `Other processes keep starting and stopping PostgreSQL in ${folder}.`,
    `Wait until they have finished, then start again. If there are none, delete ${join(folder, 'postmaster.pid')}, which a power cut has left empty.`,
  );
}

async function ensureWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
    // For root every permission check succeeds, even on a read-only file system. Only a write detects that.
    const probe = join(dataDir, `.write-${randomBytes(4).toString('hex')}`);
    await writeFile(probe, '-');
    await rm(probe);
  } catch (error) {
    if (isDiskFull(error)) throw diskFull(dataDir);
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${code}).`,
      'Give its owner write permission, or set DATA_DIR to another folder.',
    );
  }
}

const isInitialised = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'));

/** Creates the data files in a temporary folder and renames it, so that an interrupted start leaves no partial data. */
async function initialise(identity: Identity, folder: string, password: string): Promise<void> {
  const temporary = `${folder}.${randomBytes(4).toString('hex')}`;
  const passwordFile = `${temporary}.password`;
  await mkdir(temporary, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  identity.own(temporary);
  identity.own(passwordFile);
  const args = [
    `--pgdata=${temporary}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ];
  try {
    const exit = await finished(identity.spawn(identity.binaries.initdb, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
    if (exit.code !== 0) throw startFailure(folder, exit);
    await rename(temporary, folder).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster.
      if (!/^(?:ENOTEMPTY|EEXIST)$/.test(error.code ?? '') || !isInitialised(folder)) throw error;
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Returns the address of a server that already runs on this folder, or undefined. Waits while one is stopping. */
async function attach(folder: string, password: string): Promise<string | undefined> {
  const deadline = Date.now() + startTimeout;
  for (;;) {
    const running = await readPidFile(folder);
    if (!running || !isProcessAlive(running.pid)) return undefined;
    const url = running.port ? address(running.port, password) : undefined;
    if (url && (await probeServer(url)) === 'ready') return url;
    if (Date.now() > deadline) {
      throw new StartError(
        `${join(folder, 'postmaster.pid')} names process ${running.pid}, which runs and does not answer as PostgreSQL.`,
        'If it is a PostgreSQL, wait until it has ended, or end it. If it is another program, which happens after a power cut, delete the file. Then start again.',
      );
    }
    await sleep(100);
  }
}

interface Command {
  identity: Identity;
  folder: string;
  password: string;
  settings: string[];
  port: number;
}

/** A running server. */
interface Server {
  child: ChildProcess;
  /** Resolves when its process has ended. */
  ended: Promise<Exit>;
}

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The last lines of its log. */
  output: string;
}

/**
 * Starts the server and waits until it answers.
 * @param signal aborts the wait
 * @returns undefined when another process started a server on this folder first
 * @throws StartError when the server exits or does not answer
 */
async function launch(command: Command, signal?: AbortSignal): Promise<Server | undefined> {
  const { identity, folder, password, settings, port } = command;
  const args = ['-D', folder, '-p', String(port)];
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', ...settings];
  for (const setting of all) args.push('-c', setting);
  const child = identity.spawn(identity.binaries.postgres, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = finished(child);
  let exit: Exit | undefined;
  void ended.then((value) => {
    exit = value;
  });
  const url = address(port, password);
  let deadline = Date.now() + startTimeout;
  for (let state = await probeServer(url); state !== 'ready'; state = await probeServer(url)) {
    // Recovery after a crash can take long.
    if (state === 'starting') deadline = Date.now() + startTimeout;
    if (exit?.output.includes('"postmaster.pid" already exists')) return undefined;
    if (exit?.output.includes('"postmaster.pid" is empty')) {
      // The other server has created the file and is about to write it.
      await sleep(lockFileMs);
      return undefined;
    }
    if (exit) throw startFailure(folder, exit);
    if (Date.now() > deadline || signal?.aborted) {
      await end(child);
      throw new StartError(
        `PostgreSQL in ${folder} did not answer within a minute of its start.`,
        'Start again when the machine is less busy.',
      );
    }
    await sleep(20);
  }
  return { child, ended };
}

function startFailure(folder: string, exit: Exit): StartError {
  if (isDiskFullOutput(exit.output)) return diskFull(dirname(folder));
  return new StartError(
    `PostgreSQL in ${folder} exited while starting (${describeExit(exit)}).`,
    `Its last lines:\n${exit.output.trim()}`,
  );
}

const isDiskFullOutput = (output: string) => output.includes('No space left on device');

export const diskFull = (folder: string): StartError =>
  new StartError(
    `The disk that holds ${folder} is full.`,
    'Free some space, or set DATA_DIR to a folder on a larger disk, and start again. No data is lost.',
  );

/** Returns the reason why a server exited: its last fatal log line, its signal or its exit code. */
function describeExit({ code, signal, output }: Exit): string {
  if (isDiskFullOutput(output)) return 'the disk is full';
  // The kernel, when memory runs out, or an operator has sent it.
  if (signal) return `signal ${signal}`;
  const fatal = output.match(/(?:PANIC|FATAL): .*/g)?.at(-1);
  return fatal?.replace(/\s+/g, ' ') ?? `exit code ${code}`;
}

/**
 * Restarts the server with growing pauses when it exits unexpectedly.
 * @returns a function that stops the supervision and the server
 */
function supervise(first: Server, command: Command, { onDown, onUp }: EmbeddedOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let server: Server | undefined = first;

  async function restart(failures: number): Promise<Server | undefined> {
    for (let attempt = failures; !signal.aborted; attempt++) {
      await sleep(backoffMs(attempt, restartBackoff), undefined, { signal }).catch(() => {});
      if (signal.aborted) return undefined;
      try {
        const started = await launch(command, signal);
        if (started) return started;
        if (!signal.aborted) onDown?.('PostgreSQL does not start: postmaster.pid has the ID of a running process.');
      } catch (error) {
        if (!signal.aborted) onDown?.(`PostgreSQL does not start: ${describeDatabaseError(error)}`);
      }
    }
    return undefined;
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (server && !signal.aborted) {
      const startedAt = performance.now();
      const exit = await server.ended;
      if (signal.aborted) return;
      onDown?.(`PostgreSQL exited (${describeExit(exit)}) and is being restarted.`);
      failures = performance.now() - startedAt > stableAfterMs ? 0 : failures + 1;
      server = await restart(failures);
      if (server) onUp?.();
    }
  }
  const running = run();

  return async () => {
    stopping.abort();
    if (server) await end(server.child);
    await running;
    // A restart may have been in progress.
    if (server) await end(server.child);
  };
}

const address = (port: number, password: string) => `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;

/** Tests whether a server accepts connections. Returns "starting" while it recovers from a crash. */
async function probeServer(url: string): Promise<'ready' | 'starting' | 'silent'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    const { code } = error as { code?: string };
    // Waiting does not help against a wrong password.
    if (code === '28P01') {
      throw new StartError(
        'The embedded PostgreSQL rejects the password in DATA_DIR/secrets/database.key.',
        'Restore DATA_DIR/secrets/database.key from the backup that belongs to this data folder.',
      );
    }
    return code === '57P03' ? 'starting' : 'silent';
  } finally {
    await client.end().catch(() => {});
  }
}

/** Reads postmaster.pid, which has the process ID in line 1 and the port in line 4. The server writes it at start. */
async function readPidFile(folder: string): Promise<{ pid: number; port: number | undefined } | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]) || undefined } : undefined;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT'); // fast shutdown: rolls back open transactions and writes all data
  await exit;
}

function finished(child: ChildProcess): Promise<Exit> {
  let output = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, output: error.message }));
    // Not 'close': child processes of a killed server keep its output open for a while.
    child.once('exit', (code, signal) => setTimeout(() => resolve({ code, signal, output }), outputGraceMs));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const bound = probe.address();
      const port = typeof bound === 'object' && bound ? bound.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
