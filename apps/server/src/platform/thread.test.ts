import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createThread, TookTooLong } from './thread.ts';

interface Task {
  name: string;
  do?: 'fail' | 'leave' | 'hang';
  /** Shared: each task notes here when it begins and ends. */
  running: Int32Array<SharedArrayBuffer>;
}

const source = `
import { parentPort, workerData } from 'node:worker_threads';
const { name, running } = workerData;
if (Atomics.add(running, 0, 1) > 0) throw new Error('Two at once.');
if (workerData.do === 'fail') throw new TypeError(name);
if (workerData.do === 'leave') process.exit();
while (workerData.do === 'hang');
Atomics.wait(running, 1, 0, 50);
Atomics.sub(running, 0, 1);
parentPort.postMessage('done ' + name);
`;

let folder: string;
let script: URL;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexpedition-thread-'));
  const file = join(folder, 'script.mjs');
  await writeFile(file, source);
  script = pathToFileURL(file);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const nobody = () => new Int32Array(new SharedArrayBuffer(8));

it('does one task at a time, and this thread goes on meanwhile', async () => {
  const run = createThread<Task, string>(script, 20);
  const running = nobody();
  let turns = 0;
  const ticking = setInterval(() => turns++, 5);
  const results = await Promise.all(['a', 'b', 'c'].map((name) => run({ name, running })));
  clearInterval(ticking);
  expect(results).toEqual(['done a', 'done b', 'done c']);
  expect(turns).toBeGreaterThan(3);
});

it('says why there is no result, and takes the next task', async () => {
  const run = createThread<Task, string>(script, 20);
  await expect(run({ name: 'a', do: 'fail', running: nobody() })).rejects.toThrow(new TypeError('a'));
  await expect(run({ name: 'b', do: 'leave', running: nobody() })).rejects.toThrow('without a result');
  await expect(run({ name: 'c', running: nobody() })).resolves.toBe('done c');
});

it('ends a task that takes too long', async () => {
  const run = createThread<Task, string>(script, 1);
  await expect(run({ name: 'a', do: 'hang', running: nobody() })).rejects.toBeInstanceOf(TookTooLong);
});
