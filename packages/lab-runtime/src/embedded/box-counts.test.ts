import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { createCounter } from './box-counts.ts';

/** Like bwrap before its child has a root folder of its own: a process with a child, both with the host's folders. */
const parent = spawn('sh', ['-c', 'sleep 600 & echo ready; wait'], { detached: true });
afterAll(() => process.kill(-(parent.pid ?? 0)));

it('does not count the files and terminals of the host for a box that is being made', async () => {
  await once(parent.stdout, 'data');
  expect(createCounter(parent.pid ?? 0, ['/tmp'], true)()).toEqual({ files: 0, terminals: 0 });
  expect(createCounter(parent.pid ?? 0, ['/tmp'], false)()).toEqual({ files: 0, terminals: 0 });
});
