import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { cpuMsOf, createBrake, thoseWhoBurn } from './brake.ts';
import { childrenOf } from './usage.ts';

/** Looks every half second, and uses as much as is told for each. @returns the brake */
function used(...cpuMs: number[]) {
  const brake = createBrake(() => []);
  let sum = 0;
  brake.look(0, sum);
  for (const [i, one] of cpuMs.entries()) {
    sum += one;
    brake.look((i + 1) * 500, sum);
  }
  return { brake };
}
const half = 500;

it('lets a compiler and a debugger work', () => {
  const compiles = used(0, half, 100, 0, 0, half, 0);
  expect(thoseWhoBurn([compiles], 0.6)).toEqual([]);
});

it('finds one that burns a processor, also with pauses', () => {
  const burns = used(...Array(8).fill(half));
  const pauses = used(...Array(20).fill([0, half, half, half]).flat());
  expect(thoseWhoBurn([burns], 0.6)).toEqual([burns]);
  expect(thoseWhoBurn([pauses], 0.6)).toEqual([pauses]);
});

it('finds many that share two processors, and leaves out who works a little beside them', () => {
  const many = Array.from({ length: 8 }, () => used(...Array(8).fill((2 * half) / 8)));
  const little = used(...Array(8).fill(20));
  expect(thoseWhoBurn([...many, little], 0.6)).toEqual(many);
});

it('forgets what was long ago, and what a process takes with it that nobody waited for', () => {
  expect(used(...Array(8).fill(half), ...Array(20).fill(0)).brake.share).toBeLessThan(0.01);
  expect(used(half, -half, 0).brake.share).toBeGreaterThanOrEqual(0);
});

it.runIf(process.platform === 'linux')('slows what runs in a box, and not the process that starts more', async () => {
  // Three levels, as in a box: what stays outside, the first inside, and what the learner runs
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
    createBrake(() => [outside]).pull();
    expect(running.map((pid) => getPriority(pid))).toEqual([19, 19]);
    expect([outside, first].map((pid) => getPriority(pid))).toEqual([before, before]);
    await expect.poll(() => cpuMsOf(outside)).toBeGreaterThan(0);
  } finally {
    process.kill(-(outer.pid ?? 0), 'SIGKILL');
  }
});
