import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersistentWorker, createWorkerPerTask, TaskLimitError } from './worker-thread.ts';

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

const standingSource = `
import { parentPort } from 'node:worker_threads';
let tasks = 0;
parentPort.on('message', (task) => {
  parentPort.postMessage({ began: true });
  tasks += 1;
  if (task === 'leave') process.exit();
  if (task === 'fill') for (const all = []; ; ) all.push(Array(1_000_000).fill(tasks));
  while (task === 'hang');
  for (const at of task.split(' ').slice(1)) {
    parentPort.postMessage({ at });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, at === 'long' ? 60_000 : 400);
  }
  parentPort.postMessage(task === 'fail' ? { failure: { name: 'RangeError', message: task } } : { result: tasks });
});
`;

let folder: string;
let script: URL;
let standingScript: URL;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexpedition-thread-'));
  const file = join(folder, 'script.mjs');
  await writeFile(file, source);
  script = pathToFileURL(file);
  const standing = join(folder, 'standing.mjs');
  await writeFile(standing, standingSource);
  standingScript = pathToFileURL(standing);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const nobody = () => new Int32Array(new SharedArrayBuffer(8));

it('does one task at a time, and this thread goes on meanwhile', async () => {
  const run = createWorkerPerTask<Task, string>(script, 20);
  const running = nobody();
  let turns = 0;
  const ticking = setInterval(() => turns++, 5);
  const results = await Promise.all(['a', 'b', 'c'].map((name) => run({ name, running })));
  clearInterval(ticking);
  expect(results).toEqual(['done a', 'done b', 'done c']);
  expect(turns).toBeGreaterThan(3);
});

it('says why there is no result, and takes the next task', async () => {
  const run = createWorkerPerTask<Task, string>(script, 20);
  await expect(run({ name: 'a', do: 'fail', running: nobody() })).rejects.toThrow(new TypeError('a'));
  await expect(run({ name: 'b', do: 'leave', running: nobody() })).rejects.toThrow('without a result');
  await expect(run({ name: 'c', running: nobody() })).resolves.toBe('done c');
});

it('ends a task that takes too long', async () => {
  const run = createWorkerPerTask<Task, string>(script, 1);
  await expect(run({ name: 'a', do: 'hang', running: nobody() })).rejects.toBeInstanceOf(TaskLimitError);
});

describe('a thread that stands by', () => {
  const open = (seconds = 20) =>
    createPersistentWorker<string, number>(standingScript, { limit: { step: seconds }, megabytes: 64 });

  it('takes one task after another, and says why there is no result', async () => {
    const thread = open();
    expect(await Promise.all([thread.run('a'), thread.run('b')])).toEqual([1, 2]);
    await expect(thread.run('fail')).rejects.toMatchObject({ name: 'RangeError', message: 'fail' });
    expect(await thread.run('c')).toBe(4);
    await thread.close();
    await expect(thread.run('d')).rejects.toThrow('closed');
  });

  it('is a new one after a task that took too long or too much, or ended it', async () => {
    const thread = open(1);
    for (const task of ['hang', 'fill']) {
      await expect(thread.run(task)).rejects.toBeInstanceOf(TaskLimitError);
      expect(await thread.run('a')).toBe(1);
    }
    await expect(thread.run('leave')).rejects.toThrow('without a result');
    expect(await thread.run('a')).toBe(1);
    await thread.close();
  });

  it('counts from when it has loaded, however long that takes', async () => {
    const slow = join(folder, 'slow.mjs');
    const load = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);';
    await writeFile(slow, standingSource + load);
    const thread = createPersistentWorker<string, number>(pathToFileURL(slow), { limit: { step: 1 } });
    expect(await thread.run('a')).toBe(1);
    await expect(thread.run('hang')).rejects.toBeInstanceOf(TaskLimitError);
    await thread.close();
    const broken = createPersistentWorker<string, number>(new URL('none.mjs', pathToFileURL(slow)), {
      limit: { step: 1 },
    });
    await expect(broken.run('a')).rejects.toThrow('none.mjs');
    await broken.close();
  });

  it('gives each step its time, and says which one took too long', async () => {
    const thread = createPersistentWorker<string, number>(standingScript, { limit: { step: 1, total: 5 } });
    expect(await thread.run('steps a b c d')).toBe(1);
    await expect(thread.run('steps a long b')).rejects.toMatchObject({
      at: 'long',
      message: expect.stringMatching('1 s'),
    });
    const hurried = createPersistentWorker<string, number>(standingScript, { limit: { step: 1, total: 1.5 } });
    await expect(hurried.run('steps a b c d e f g')).rejects.toMatchObject({ message: expect.stringMatching('1.5 s') });
    await Promise.all([thread.close(), hurried.close()]);
  });

  it('ends when nothing was asked for a while', async () => {
    const thread = createPersistentWorker<string, number>(standingScript, { limit: { step: 20 }, idleSeconds: 0.05 });
    expect([await thread.run('a'), await thread.run('b')]).toEqual([1, 2]);
    await expect.poll(() => thread.run('c'), { interval: 200 }).toBe(1);
    await thread.close();
  });
});
