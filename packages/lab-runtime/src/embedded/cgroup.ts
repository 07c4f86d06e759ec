import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ended, launch } from './launch.ts';
import { limits } from './sandbox.ts';
import { ceilings } from './watchdog.ts';

/** Makes a cgroup for each instance, in which the kernel counts all its memory, that of sockets included. */
export interface Cgroups {
  create(ref: string, most?: Most): Promise<Cgroup>;
}

interface Most {
  /** In bytes. */
  memory: number;
  processes: number;
}

/** The sandbox itself is two processes. */
const usual: Most = { memory: ceilings.memory, processes: limits.nproc + 2 };

/** Beside the 100 of the platform, whatever runs in it. */
const WEIGHT = 5;

export interface Cgroup {
  /** The words before a command that make it, and all that it starts, count here. */
  enter: string[];
  /** True if the kernel ended the instance because it wanted more memory than it may have. */
  ranOut(): Promise<boolean>;
  /** Ends what is left in it. */
  remove(): Promise<void>;
}

/** The platform's own cgroup has this name, by which the operator says that the one above it is for the platform alone. */
const OWN_NAME = 'platform';

/**
 * Finds the cgroup (version 2) that the operator has handed over: the one above the platform's own, see
 * docs/operating.md. No other is touched, even where root could: on most machines they belong to systemd.
 * @throws Error with half a sentence that says what is missing.
 */
export async function findCgroups(own = '/proc/self/cgroup', mounted = '/sys/fs/cgroup'): Promise<Cgroups> {
  const path = /^0::(\/.*)$/m.exec(await readFile(own, 'utf8').catch(() => ''))?.[1];
  if (!path) throw new Error('this machine has no cgroups of version 2');
  if (basename(path) !== OWN_NAME || path.includes('/../')) {
    throw new Error(
      `the platform runs in the cgroup ${path}, not in one called "${OWN_NAME}" (docs/operating.md says how it gets there)`,
    );
  }
  const parent = join(mounted, dirname(path));
  const controllers = await readFile(join(parent, 'cgroup.controllers'), 'utf8').catch(() => '');
  const has = (name: string) => controllers.split(/\s+/).includes(name);
  for (const name of ['memory', 'pids']) {
    if (!has(name)) throw new Error(`${parent} has no controller "${name}"`);
  }
  await removeAbandoned(parent);
  try {
    if (has('cpu')) await writeFile(join(parent, 'cgroup.subtree_control'), '+cpu').catch(() => {});
    await writeFile(join(parent, 'cgroup.subtree_control'), '+memory +pids');
    const trial = await make(parent, `trial-${process.pid}`);
    const how = await ended(
      launch({ file: trial.enter[0] ?? '', args: [...trial.enter.slice(1), 'true'], inputs: [] }, 'ignore', {}),
    );
    await trial.remove();
    if (how !== 'exit code 0') throw new Error(how);
  } catch (error) {
    throw new Error(`${parent} cannot be used (${error instanceof Error ? error.message : String(error)})`);
  }
  return { create: (ref, most) => make(parent, ref, most) };
}

/** Those of a platform that was killed: what ran in them has ended with it, and one where something runs can't be removed. */
async function removeAbandoned(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) if (name.startsWith('lab-')) await rmdir(join(parent, name)).catch(() => {});
}

async function make(parent: string, ref: string, most = usual): Promise<Cgroup> {
  const dir = join(parent, `lab-${ref}`);
  await mkdir(dir);
  await writeFile(join(dir, 'memory.max'), String(most.memory));
  // Kernels without swap don't have it
  await writeFile(join(dir, 'memory.swap.max'), '0').catch(() => {});
  // One process of an instance that is killed alone would leave a lab that half works
  await writeFile(join(dir, 'memory.oom.group'), '1');
  await writeFile(join(dir, 'pids.max'), String(most.processes));
  // Where the operator has handed that over too
  await writeFile(join(dir, 'cpu.weight'), String(WEIGHT)).catch(() => {});
  return {
    enter: ['/bin/sh', '-c', 'echo 0 >"$0/cgroup.procs" && exec "$@"', dir],
    ranOut: async () => {
      const events = await readFile(join(dir, 'memory.events'), 'utf8').catch(() => '');
      return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0) > 0;
    },
    remove: async () => {
      await writeFile(join(dir, 'cgroup.kill'), '1').catch(() => {});
      // It can be removed once the kernel is done with its last process; one that stays behind is empty and harmless
      for (let i = 0; i < 10; i++) {
        if (
          await rmdir(dir).then(
            () => true,
            () => false,
          )
        )
          return;
        await sleep(50);
      }
    },
  };
}
