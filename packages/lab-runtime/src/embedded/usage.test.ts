import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { filesInTmp } from './usage.ts';

/** As bwrap is before its child has a root of its own: a process with a child, both of the host. */
const parent = spawn('sh', ['-c', 'sleep 600 & echo ready; wait'], { detached: true });
afterAll(() => process.kill(-(parent.pid ?? 0)));

it('does not take the files of the host for those of a box that is still being made', async () => {
  await once(parent.stdout, 'data');
  expect(await filesInTmp(parent.pid ?? 0)).toBe(0);
});
