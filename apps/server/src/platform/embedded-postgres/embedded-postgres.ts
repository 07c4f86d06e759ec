import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readSecretFile } from '#platform/secrets';
import { StartError } from '#platform/start-error';
import { findBinaries } from './binaries.ts';
import { chooseIdentity, type Identity } from './identity.ts';

const user = 'hexpedition';
const startTimeout = 60_000;

export interface EmbeddedPostgres {
  /** The server's address. It names the database `hexpedition`, which may not exist yet and is made when missing. */
  url: string;
  /** False where another process of this program started it and owns it. */
  owned: boolean;
  /** Ends the server if this process started it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** Further settings, such as `fsync=off` for a database that may be lost. */
  settings?: string[];
}

/**
 * Starts a PostgreSQL whose files lie in `dataDir/postgres`, on a free port of 127.0.0.1 with a random password; or
 * attaches to the one that runs there already.
 * @throws StartError that says what stands in the way
 */
export async function startEmbeddedPostgres({ dataDir, settings = [] }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await makeWritable(dataDir);
  const folder = join(dataDir, 'postgres');
  const identity = chooseIdentity(await findBinaries(), dataDir);
  const password = (await readSecretFile(dataDir, 'database')).toString('base64url');
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(identity, folder, password);

  // Two commands may start at once; PostgreSQL lets one of them be first, and the other finds it there.
  for (let n = 0; n < 3; n++) {
    const running = await attach(folder, password);
    if (running) return { url: running, owned: false, stop: async () => {} };
    const launched = await launch(identity, folder, password, settings);
    if (launched) return { url: launched.url, owned: true, stop: () => end(launched.child) };
  }
  throw new StartError(
    `Others start and end PostgreSQL in ${folder} at this moment.`,
    'Wait until they have ended, and start again.',
  );
}

async function makeWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
    // Root passes every permission check, but not a read-only file system: only a write proves it.
    const probe = join(dataDir, `.write-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${code}).`,
      'Give its owner write permission, or set DATA_DIR to another folder.',
    );
  }
}

/** Made in a folder beside it and then renamed, so that a start that was cut off leaves nothing half-made. */
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
    const { code, output } = await finished(
      identity.spawn(identity.binaries.initdb, args, { stdio: ['ignore', 'pipe', 'pipe'] }),
    );
    if (code !== 0) throw new Error(`PostgreSQL's initdb ended with ${code}:\n${output}`);
    await rename(temporary, folder);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The address of a server that runs on this folder already, or undefined. Waits out one that is stopping. */
async function attach(folder: string, password: string): Promise<string | undefined> {
  const deadline = Date.now() + startTimeout;
  while (Date.now() < deadline) {
    const pid = await readPidFile(folder);
    if (!pid || !isAlive(pid.pid)) return undefined;
    const url = pid.port ? address(pid.port, password) : undefined;
    if (url && (await answers(url))) return url;
    await sleep(100);
  }
  throw new StartError(
    `Another PostgreSQL holds ${folder} and does not answer.`,
    'Wait until it has ended, or end it, and start again.',
  );
}

/** Undefined when another process was faster. */
async function launch(identity: Identity, folder: string, password: string, settings: string[]) {
  const port = await freePort();
  const args = ['-D', folder, '-p', String(port)];
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', ...settings];
  for (const setting of all) args.push('-c', setting);
  const child = identity.spawn(identity.binaries.postgres, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const result = finished(child);
  let ended: { code: number | null; output: string } | undefined;
  void result.then((value) => {
    ended = value;
  });
  const url = address(port, password);
  const deadline = Date.now() + startTimeout;
  while (!(await answers(url))) {
    if (ended?.output.includes('"postmaster.pid" already exists')) return undefined;
    if (ended) throw new Error(`PostgreSQL ended with ${ended.code} while starting:\n${ended.output}`);
    if (Date.now() > deadline) throw new Error('PostgreSQL did not answer within a minute of its start.');
    await sleep(20);
  }
  return { url, child };
}

const address = (port: number, password: string) => `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    // A wrong password will not get better by waiting.
    if ((error as { code?: string }).code === '28P01') {
      throw new StartError(
        'The embedded PostgreSQL refuses its password.',
        'Restore DATA_DIR/secrets/database.key from the backup that belongs to this data folder.',
      );
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** postmaster.pid: the process id in line 1, the port in line 4, both written at start. */
async function readPidFile(folder: string): Promise<{ pid: number; port: number | undefined } | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]) || undefined } : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT'); // fast shutdown: open transactions roll back, everything is written
  await exit;
}

function finished(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
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
