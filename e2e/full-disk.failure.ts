import { execFileSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Notes, SignedIn } from '@hexpedition/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp } from './support/learner.ts';
import { type RunningServer, startServer, temporaryFolder } from './support/server.ts';

/** The disk with DATA_DIR, and so with the embedded PostgreSQL, is full. It needs root, to mount a small disk. */

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
if (!isRoot) process.stderr.write('Skipped: the test of a full disk needs root on Linux, to mount a small disk.\n');
const notes = '/api/subchapter/what-hacking-is/notes';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: RunningServer;
let learner: SignedIn;

beforeAll(async () => {
  if (!isRoot) return;
  folder = await temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=900m,mode=0755', 'tmpfs', folder.path]);
  server = await startServer({ dataDir: folder.path, env: { WORKERS: '2', POW_COST: '50' } });
  learner = await signUp(server);
});
afterAll(async () => {
  await server?.stop();
  if (folder) execFileSync('umount', ['--lazy', folder.path]);
  await folder?.remove();
});

const filler = () => join(folder.path, 'filler');

async function fillDisk(leaveBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder.path);
  await writeFile(filler(), Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes)));
}

async function call(method: string, path: string, body?: object) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${learner.token.access}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, text: await response.text() };
}

let acknowledged = 0;
/** Saves a note of some kilobytes that cannot be compressed well. */
async function write() {
  const noise = Array.from({ length: 400 }, () => Math.random().toString(36)).join(' ');
  const answer = await call('POST', notes, { what_i_learned: `note ${acknowledged + 1} ${noise}`.slice(0, 3_900) });
  if (answer.status === 200) acknowledged += 1;
  return answer;
}

async function expectRefusal(): Promise<void> {
  const refused = new Map<number, string>();
  for (let n = 0; n < 1_000 && refused.size === 0; n++) {
    const { status, text } = await write();
    if (status === 429) await sleep(1_000);
    else if (status !== 200) refused.set(status, text);
  }
  for (const [status, text] of refused) {
    expect([507, 503]).toContain(status);
    expect(JSON.parse(text).msg).toMatch(/disk is full|database is not available/);
  }
  expect(refused.size).toBe(1);
}

it.runIf(isRoot)(
  'refuses writes with a reason, answers reads, and accepts writes again when there is room',
  async () => {
    expect((await write()).status).toBe(200);
    expect((await call('GET', '/map')).status).toBe(200);

    // The tables cannot grow.
    await fillDisk(64 * 1_024);
    await expectRefusal();
    for (const path of ['/map', '/api/trainings', '/api/progress', notes, '/readyz'])
      expect([path, (await call('GET', path)).status]).toEqual([path, 200]);
    await rm(filler());
    expect((await write()).status).toBe(200);

    // Nothing can be written at all, so PostgreSQL may end. Cached pages go on.
    await fillDisk(0);
    await expectRefusal();
    expect((await call('GET', '/map')).status).toBe(200);
    expect((await call('GET', '/healthz')).status).toBe(200);
    await rm(filler());
    await expect.poll(async () => (await write()).status, { timeout: 60_000, interval: 500 }).toBe(200);

    const { what_i_learned: text } = JSON.parse((await call('GET', notes)).text) as Notes;
    expect(text).toMatch(new RegExp(`^note ${acknowledged} `));
  },
);
