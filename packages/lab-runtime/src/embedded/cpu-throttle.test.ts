import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { continueProcesses, stopProcesses } from './box-processes.ts';
import { cpuMsOf, createCpuThrottle, selectThrottled, throttleAdvice } from './cpu-throttle.ts';
import { findProgram } from './libraries.ts';
import { hasBubblewrap } from './testing.ts';
import { childrenOf, readStat } from './usage.ts';

/** Samples every half second, with the given CPU time for each sample. Returns the throttle. */
function sampled(...cpuMs: number[]) {
  const cpuThrottle = createCpuThrottle(
    () => [],
    () => true,
  );
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
    createCpuThrottle(
      () => [outside],
      () => true,
    ).throttle();
    expect(running.map((pid) => getPriority(pid))).toEqual([19, 19]);
    expect([outside, first].map((pid) => getPriority(pid))).toEqual([before, before]);
    await expect.poll(() => cpuMsOf(outside)).toBeGreaterThan(0);
  } finally {
    process.kill(-(outer.pid ?? 0), 'SIGKILL');
  }
});

it('warns the operator about autogroups, unless a cgroup divides the processor', () => {
  expect(throttleAdvice(false, true)).toEqual([expect.stringContaining('sysctl kernel.sched_autogroup_enabled=0')]);
  expect(throttleAdvice(true, true)).toEqual([]);
  expect(throttleAdvice(false, false)).toEqual([]);
});

describe.runIf(await hasBubblewrap())('processes of a box', () => {
  /** Runs a shell script in a box with processes of its own. `states` returns the states of the script's processes. */
  async function withBox(script: string, use: (outside: number, states: () => string[]) => Promise<void>) {
    const args = [
      '--unshare-user-try',
      '--unshare-pid',
      '--dev-bind',
      '/',
      '/',
      '--proc',
      '/proc',
      '--die-with-parent',
    ];
    const box = spawn((await findProgram('bwrap')) ?? '', [...args, 'sh', '-c', `echo up; ${script}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const outside = box.pid ?? 0;
    const stateOf = (pid: number): string[] => [
      readStat(`/proc/${pid}`)?.state ?? '',
      ...childrenOf(pid).flatMap(stateOf),
    ];
    try {
      await once(box.stdout, 'data');
      await use(outside, () => childrenOf(outside).flatMap((first) => childrenOf(first).flatMap(stateOf)));
    } finally {
      box.kill('SIGKILL');
    }
  }
  const areStopped = (states: string[]) => states.length > 0 && states.every((state) => state === 'T' || state === 'Z');

  it('are all stopped, also if each one forks and ends, and continue later', async () => {
    // Each process of a chain starts the next one and ends
    const chains = `export chain='sh -c "$chain" &'; for i in 1 2 3 4; do sh -c "$chain" & done; sleep 60`;
    await withBox(chains, async (outside, states) => {
      await sleep(100);
      // A single walk over the processes misses one in about 3 of 100 rounds
      for (let i = 0; i < 100; i++) {
        const stopped = await stopProcesses([outside]);
        // A process that was missed would never stop
        await expect.poll(states, { interval: 2 }).toSatisfy(areStopped);
        const before = childrenOf(outside).flatMap((first) => childrenOf(first));
        continueProcesses(stopped);
        const children = () => childrenOf(outside).flatMap((first) => childrenOf(first));
        await expect.poll(children, { interval: 2 }).not.toEqual(before);
        await sleep(5);
      }
    });
  });

  const throttled = (outside: number) =>
    createCpuThrottle(
      () => (existsSync(`/proc/${outside}`) ? [outside] : []),
      () => true,
    );

  it.runIf(existsSync('/proc/self/autogroup'))('are stopped if they evade the throttle with new sessions', async () => {
    await withBox('while :; do setsid sleep 0.02; done', async (outside, states) => {
      const throttle = throttled(outside);
      await expect
        .poll(
          () => {
            throttle.throttle();
            return states();
          },
          { interval: 20 },
        )
        .toSatisfy(areStopped);
      // They continue in turns
      await expect.poll(states, { interval: 5 }).not.toSatisfy(areStopped);
    });
  });

  it('are not stopped if they start no new sessions', async () => {
    await withBox(
      'setsid sleep 60 & setsid sleep 60 & setsid sleep 60 & while :; do sleep 0.02; done',
      async (outside, states) => {
        const throttle = throttled(outside);
        for (let i = 0; i < 20; i++) {
          await sleep(20);
          throttle.throttle();
          expect(states()).not.toContain('T');
        }
      },
    );
  });
});
