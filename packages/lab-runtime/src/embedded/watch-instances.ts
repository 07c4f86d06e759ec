import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { selectThrottled } from './cpu-throttle.ts';
import type { Instance } from './instance.ts';
import { ceilings } from './watchdog.ts';

interface Options {
  /** Milliseconds between two checks of an instance's limits. */
  everyMs: number;
  /** Share of one processor that all instances together may use before the throttle slows them. */
  maxCpuShare: number;
}

/** Ends instances that exceed their limits and throttles those that use too much CPU, until `stop` is called. */
export function watchInstances(instances: ReadonlyMap<string, Instance>, { everyMs, maxCpuShare }: Options) {
  async function watchAll(): Promise<void> {
    for (const instance of instances.values()) {
      if (instance.hasExited) continue;
      const usage = await instance.usage(ceilings.sockets);
      const problem = instance.watch.check(Date.now(), usage);
      if (problem) instance.end(problem);
      instance.cpuThrottle.sample(Date.now(), usage.cpuMs);
    }
  }
  /** Counts more often than `watchAll`, because a learner can make ten thousand files in some milliseconds. */
  async function countAll(): Promise<void> {
    for (const instance of instances.values()) {
      if (instance.hasExited) continue;
      const problem = instance.watch.checkCounts(instance.counts());
      if (problem) instance.end(problem);
      // Lets other work of this process run
      await nextTurn();
    }
  }
  /** Samples more often than `watchAll`, because a learner with a shell needs one line to keep a processor busy. */
  async function throttleAll(): Promise<void> {
    for (const instance of instances.values()) {
      if (instance.hasExited || !instance.workspace) continue;
      instance.cpuThrottle.sample(Date.now(), instance.cpuMs());
      // Lets other work of this process run
      await nextTurn();
    }
    for (const { hasExited, cpuThrottle } of selectThrottled(instances.values(), maxCpuShare)) {
      if (!hasExited) cpuThrottle.throttle();
      await nextTurn();
    }
  }
  const closing = new AbortController();
  const repeat = async (everyMs: number, check: () => Promise<void>) => {
    if (process.platform !== 'linux') return;
    while (!closing.signal.aborted) {
      await check();
      await sleep(everyMs, undefined, { ref: false, signal: closing.signal }).catch(() => {});
    }
  };
  const watching = Promise.all([repeat(everyMs, watchAll), repeat(250, countAll), repeat(500, throttleAll)]);

  return {
    async stop(): Promise<void> {
      closing.abort();
      await watching;
    },
  };
}
