import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { writeWorkspaceLab } from '../testing/workspace-lab.ts';
import { createEmbeddedRuntime } from './driver.ts';
import { hasBubblewrap } from './testing.ts';

const folder = writeWorkspaceLab();
const cacheDir = join(folder.dir, 'cache');
const runtime = await createEmbeddedRuntime({ cacheDir });
afterAll(async () => {
  await runtime.close();
  rmSync(folder.dir, { recursive: true });
});

const children = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
const nameOf = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();

describe.runIf(await hasBubblewrap())('an instance with a workspace', () => {
  it.each([
    ['its workspace', 'bash', 'Its workspace ended by itself (signal SIGKILL).'],
    ['its program', 'bwrap', 'It ended by itself (signal SIGKILL).'],
  ])('ends with %s, and says so', async (_, inside, reason) => {
    const before = children(process.pid);
    const { ref } = await runtime.start({ lab: await folder.prepare(runtime), flags: {} });
    const boxes = children(process.pid).filter((pid) => !before.includes(pid) && nameOf(pid) === 'bwrap');
    expect(boxes).toHaveLength(2);
    const box = boxes.find((pid) => children(pid).some((child) => nameOf(child) === inside));
    process.kill(box ?? 0, 'SIGKILL');
    await expect.poll(async () => (await runtime.inspect(ref))?.state).toBe('exited');
    expect((await runtime.inspect(ref))?.reason).toBe(reason);
    // The program, too
    await expect.poll(() => children(process.pid).filter((pid) => boxes.includes(pid))).toEqual([]);
    await runtime.stop(ref);
  });

  it('is removed completely if it is stopped while it starts', async () => {
    const lab = await folder.prepare(runtime);
    const starting = runtime.start({ lab, flags: {} });
    // Its processes are starting, and their output arrives in the next turn at the earliest, so it cannot be ready yet.
    let [one] = await runtime.list();
    for (; !one; [one] = await runtime.list()) await nextTurn();
    await runtime.stop(one.ref);
    await expect(starting).rejects.toThrow('did not start');
    expect(await runtime.list()).toEqual([]);
  });
});
