import type { Counts } from './box-counts.ts';
import type { Usage } from './usage.ts';

/** Limits of an instance over all its processes: RLIMIT_* only limits each one by itself. */
export const ceilings = {
  memory: 512 * 1024 * 1024,
  /** In each folder that is a separate file system. An empty file takes up to 1.5 KB of kernel memory. */
  files: 20_000,
  /** All boxes of the machine share 3,072. A full server has 100 workspaces. */
  terminals: 24,
  /** Three Node processes, the connections of the gateway, and a reserve. */
  descriptors: 400,
  /** Each can hold up to 250 KB of kernel memory. */
  sockets: 150,
  /**
   * Memory mappings. Each takes 200 bytes of kernel memory, and more in a process that was forked many times. Node has
   * 120, a shell 45.
   */
  mappings: 12_000,
  /** CPU time within a window. A lab that answers a learner needs a thousandth of it. */
  cpuMs: 45_000,
  windowMs: 60_000,
} as const;

export type Ceilings = { readonly [name in keyof typeof ceilings]: number };

/**
 * With a workspace: a compiler, a debugger with its program and a Python beside the lab's own program, and the
 * descriptors of up to six terminals. The tools run for seconds, so the limit of CPU time stays the same.
 */
export const workspaceCeilings: Ceilings = {
  ...ceilings,
  memory: 768 * 1024 * 1024,
  descriptors: 1000,
  sockets: 200,
};

export const TOO_MUCH_MEMORY = 'It used more memory than a lab may have.';

/** Checks one instance every few seconds against its ceilings. */
export interface Watch {
  /** Returns why the instance must end, as a sentence for `reason`, or null. */
  check(now: number, usage: Usage): string | null;
  /** Same for objects that are cheap to count and that a learner can make quickly. */
  checkCounts(counts: Counts): string | null;
}

export function createWatch(max: Ceilings = ceilings): Watch {
  let samples: { at: number; cpuMs: number }[] = [];
  return {
    check(now, usage) {
      samples = [...samples.filter((s) => now - s.at <= max.windowMs), { at: now, cpuMs: usage.cpuMs }];
      // The sum of CPU time drops when an orphaned process ends, so only increases are added up
      let usedMs = 0;
      for (let i = 1; i < samples.length; i++) {
        usedMs += Math.max(0, (samples[i]?.cpuMs ?? 0) - (samples[i - 1]?.cpuMs ?? 0));
      }
      if (usedMs > max.cpuMs) return 'It used a whole processor for most of a minute.';
      if (usage.memory > max.memory) return TOO_MUCH_MEMORY;
      if (usage.mappings > max.mappings) return 'It had more memory mappings than a lab may have.';
      if (usage.descriptors > max.descriptors) return 'It had more files and connections open than a lab may have.';
      if (usage.sockets > max.sockets) return 'It had more connections open than a lab may have.';
      return null;
    },
    checkCounts({ files, terminals }) {
      if (files > max.files) return 'It made more files than a lab may have.';
      if (terminals > max.terminals) return 'It had more terminals open than a lab may have.';
      return null;
    },
  };
}
