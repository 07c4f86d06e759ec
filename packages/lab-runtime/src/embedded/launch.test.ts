import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kill, launch } from './launch.ts';

it.runIf(process.platform === 'linux')('starts processes that the kernel ends first when memory runs out', () => {
  const child = launch({ file: 'sleep', args: ['60'], inputs: [] }, 'ignore', { PATH: process.env.PATH ?? '' });
  expect(readFileSync(`/proc/${child.pid}/oom_score_adj`, 'utf8')).toBe('1000\n');
  kill(child);
});
