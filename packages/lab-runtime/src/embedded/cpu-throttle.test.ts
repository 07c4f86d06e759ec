import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { cpuMsOf, createCpuThrottle, selectThrottled } from './cpu-throttle.ts';
import { childrenOf } from './usage.ts';

/** Samples every half second, with the given CPU time for each sample. Returns the throttle. */
function sampled(...cpuMs: number[]) {
  const cpuThrottle = createCpuThrottle(() => []);
  let sum = 0;
  cpuThrottle.sample(0, sum);
  for (const [i, one] of cpuMs.entries()) {
    sum += one;
    cpuThrottle.sample((i + 1) * 500, sum);
  }
  return { cpuThrottle };
}
const half = 500;

it('does not throttle a compiler or a debugger', () => {
  const compiles = sampled(0, half, 100, 0, 0, half, 0);
  expect(selectThrottled([compiles], 0.6)).toEqual([]);
});

it('throttles an instance that uses a whole processor, also with pauses', () => {
  const busy = sampled(...Array(8).fill(half));
  const pauses = sampled(...Array(20).fill([0, half, half, half]).flat());
  expect(selectThrottled([busy], 0.6)).toEqual([busy]);
  expect(selectThrottled([pauses], 0.6)).toEqual([pauses]);
});

it('throttles many instances that share two processors, but not one that works a little beside them', () => {
  const many = Array.from({ length: 8 }, () => sampled(...Array(8).fill((2 * half) / 8)));
  const little = sampled(...Array(8).fill(20));
  expect(selectThrottled([...many, little], 0.6)).toEqual(many);
});

it('forgets old samples, and ignores CPU time that disappears with an orphaned process', () => {
  expect(sampled(...Array(8).fill(half), ...Array(20).fill(0)).cpuThrottle.share).toBeLessThan(0.01);
  expect(sampled(half, -half, 0).cpuThrottle.share).toBeGreaterThanOrEqual(0);
});

it.runIf(process.platform === 'linux')('lowers the priority in a box, but not that of its first process', async () => {
  // Three levels, as in a box: the process outside, the first one inside, and the learner's program
  const inner = `sh -c 'while :; do :; done & echo up; wait' & wait`;
  const outer = spawn('sh', ['-c', `sh -c "$0" & wait`, inner], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(outer.stdout, 'data');
    const outside = outer.pid ?? 0;
    const [first = 0] = childrenOf(outside);
    const running = childrenOf(first).flatMap((shell) => [shell, ...childrenOf(shell)]);
    expect(running).toHaveLength(2);
    const before = getPriority(first);
    createCpuThrottle(() => [outside]).throttle();
    expect(running.map((pid) => getPriority(pid))).toEqual([19, 19]);
    expect([outside, first].map((pid) => getPriority(pid))).toEqual([before, before]);
    await expect.poll(() => cpuMsOf(outside)).toBeGreaterThan(0);
  } finally {
    process.kill(-(outer.pid ?? 0), 'SIGKILL');
  }
});
