import type { Counts } from './box-counts.ts';
import type { Usage } from './usage.ts';

/** How much an instance may use, over all its processes: RLIMIT_* only limit each one by itself. */
export const ceilings = {
  memory: 512 * 1024 * 1024,
  /** In each folder that is a file system of its own. An empty one takes up to 1.5 KB of the kernel's memory. */
  files: 20_000,
  /** All boxes of the machine share 3,072. A full server has 100 workspaces. */
  terminals: 24,
  /** Three Nodes, the connections of the gateway, and room for some more. */
  descriptors: 400,
  /** Each can hold up to 250 KB of the kernel's memory. */
  sockets: 150,
  /** CPU time within a window; a lab that answers a learner needs a thousandth of it. */
  cpuMs: 45_000,
  windowMs: 60_000,
} as const;

export type Ceilings = { readonly [name in keyof typeof ceilings]: number };

/**
 * With a workspace: a compiler, a debugger with its program and a Python beside the lab's own program, and what up to six
 * terminals have open. Its tools run for seconds, so the processor's time stays the same.
 */
export const workspaceCeilings: Ceilings = {
  ...ceilings,
  memory: 768 * 1024 * 1024,
  descriptors: 1000,
  sockets: 200,
};

export const TOO_MUCH_MEMORY = 'It used more memory than a lab may have.';

/** Looks at one instance every few seconds and says when it has to go. */
export interface Watch {
  /** The sentence for `reason`, or null while all is well. */
  check(now: number, usage: Usage): string | null;
  /** The same for what takes little to count, and a learner little time to make. */
  checkCounts(counts: Counts): string | null;
}

export function createWatch(most: Ceilings = ceilings): Watch {
  let samples: { at: number; cpuMs: number }[] = [];
  return {
    check(now, usage) {
      samples = [...samples.filter((s) => now - s.at <= most.windowMs), { at: now, cpuMs: usage.cpuMs }];
      // The sum of CPU time goes down when a process ends that nobody waited for, so only increases are added up
      let burnt = 0;
      for (let i = 1; i < samples.length; i++) {
        burnt += Math.max(0, (samples[i]?.cpuMs ?? 0) - (samples[i - 1]?.cpuMs ?? 0));
      }
      if (burnt > most.cpuMs) return 'It used all of a processor for most of a minute.';
      if (usage.memory > most.memory) return TOO_MUCH_MEMORY;
      if (usage.descriptors > most.descriptors) return 'It had more files and connections open than a lab may have.';
      if (usage.sockets > most.sockets) return 'It had more connections open than a lab may have.';
      return null;
    },
    checkCounts({ files, terminals }) {
      if (files > most.files) return 'It made more files than a lab may have.';
      if (terminals > most.terminals) return 'It had more terminals open than a lab may have.';
      return null;
    },
  };
}
