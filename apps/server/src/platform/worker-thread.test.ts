import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersistentWorker, createWorkerPerTask, TaskLimitError } from './worker-thread.ts';

interface Task {
  name: string;
  do?: 'fail' | 'leave' | 'hang';
  /** Shared counter of running tasks. */
  running: Int32Array<SharedArrayBuffer>;
}

const source = `
import { parentPort, workerData } from 'node:worker_threads';
const { name, running } = workerData;
if (Atomics.add(running, 0, 1) > 0) throw new Error('Two tasks at once.');
if (workerData.do === 'fail') throw new TypeError(name);
if (workerData.do === 'leave') process.exit();
while (workerData.do === 'hang');
Atomics.wait(running, 1, 0, 50);
Atomics.sub(running, 0, 1);
parentPort.postMessage('done ' + name);
`;

const persistentSource = `
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
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, at === 'long' ? 60_000 : 150);
  }
  parentPort.postMessage(task === 'fail' ? { failure: { name: 'RangeError', message: task } } : { result: tasks });
});
`;

let folder: string;
let script: URL;
let persistentScript: URL;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexpedition-thread-'));
  const file = join(folder, 'script.mjs');
  await writeFile(file, source);
  script = pathToFileURL(file);
  const persistent = join(folder, 'persistent.mjs');
  await writeFile(persistent, persistentSource);
  persistentScript = pathToFileURL(persistent);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const newCounter = () => new Int32Array(new SharedArrayBuffer(8));

it('runs one task at a time without blocking this thread', async () => {
  const run = createWorkerPerTask<Task, string>(script, 20);
  const running = newCounter();
  let turns = 0;
  const ticking = setInterval(() => turns++, 5);
  const results = await Promise.all(['a', 'b', 'c'].map((name) => run({ name, running })));
  clearInterval(ticking);
  expect(results).toEqual(['done a', 'done b', 'done c']);
  expect(turns).toBeGreaterThan(3);
});

it('reports why a task has no result, and runs the next task', async () => {
  const run = createWorkerPerTask<Task, string>(script, 20);
  await expect(run({ name: 'a', do: 'fail', running: newCounter() })).rejects.toThrow(new TypeError('a'));
  await expect(run({ name: 'b', do: 'leave', running: newCounter() })).rejects.toThrow('without a result');
  await expect(run({ name: 'c', running: newCounter() })).resolves.toBe('done c');
});

it('terminates a task that exceeds the time limit', async () => {
  const run = createWorkerPerTask<Task, string>(script, 1);
  await expect(run({ name: 'a', do: 'hang', running: newCounter() })).rejects.toBeInstanceOf(TaskLimitError);
});

describe('persistent worker', () => {
  const open = (seconds = 20) =>
    createPersistentWorker<string, number>(persistentScript, { limit: { step: seconds }, megabytes: 64 });

  it('runs one task after another in the same thread, and reports why a task has no result', async () => {
    const thread = open();
    expect(await Promise.all([thread.run('a'), thread.run('b')])).toEqual([1, 2]);
    await expect(thread.run('fail')).rejects.toMatchObject({ name: 'RangeError', message: 'fail' });
    expect(await thread.run('c')).toBe(4);
    await thread.close();
    await expect(thread.run('d')).rejects.toThrow('closed');
  });

  it('starts a new thread after a task that exceeded a limit or ended the thread', async () => {
    const thread = open(1);
    for (const task of ['hang', 'fill']) {
      await expect(thread.run(task)).rejects.toBeInstanceOf(TaskLimitError);
      expect(await thread.run('a')).toBe(1);
    }
    await expect(thread.run('leave')).rejects.toThrow('without a result');
    expect(await thread.run('a')).toBe(1);
    await thread.close();
  });

  it('does not count the loading time of the script', async () => {
    const slow = join(folder, 'slow.mjs');
    const load = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);';
    await writeFile(slow, persistentSource + load);
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

  it('limits the time of each step, and names the step that exceeded it', async () => {
    const thread = createPersistentWorker<string, number>(persistentScript, { limit: { step: 1, total: 5 } });
    // Together they take longer than a step may.
    expect(await thread.run('steps a b c d e f g h')).toBe(1);
    await expect(thread.run('steps a long b')).rejects.toMatchObject({
      at: 'long',
      message: expect.stringMatching('1 s'),
    });
    const hurried = createPersistentWorker<string, number>(persistentScript, { limit: { step: 1, total: 0.6 } });
    await expect(hurried.run('steps a b c d e f g')).rejects.toMatchObject({ message: expect.stringMatching('0.6 s') });
    await Promise.all([thread.close(), hurried.close()]);
  });

  it('starts the thread in advance, and only if none is running', async () => {
    const thread = createPersistentWorker<string, number>(persistentScript, { limit: { step: 20 } });
    thread.prepare('a');
    thread.prepare('b');
    expect(await thread.run('c')).toBe(2);
    thread.prepare('d');
    expect(await thread.run('e')).toBe(3);
    await thread.close();
    thread.prepare('f');
  });

  it('ends the thread after the idle time', async () => {
    const thread = createPersistentWorker<string, number>(persistentScript, { limit: { step: 20 }, idleSeconds: 0.05 });
    expect([await thread.run('a'), await thread.run('b')]).toEqual([1, 2]);
    await expect.poll(() => thread.run('c'), { interval: 200 }).toBe(1);
    await thread.close();
  });
});
