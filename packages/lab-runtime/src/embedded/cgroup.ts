import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ended, launch } from './launch.ts';
import { limits } from './sandbox.ts';
import { ceilings } from './watchdog.ts';

/** Creates a cgroup for each instance, in which the kernel counts all its memory, that of sockets included. */
export interface Cgroups {
  create(ref: string, limits?: CgroupLimits): Promise<Cgroup>;
  /** Whether the kernel gives instances less of the processor than the platform. */
  hasCpu: boolean;
}

interface CgroupLimits {
  /** Bytes. */
  memory: number;
  processes: number;
}

/** The sandbox itself is two processes. */
const defaultLimits: CgroupLimits = { memory: ceilings.memory, processes: limits.nproc + 2 };

/** CPU weight of an instance. The platform has 100. */
const WEIGHT = 5;

export interface Cgroup {
  /** Words before a command that make it and its children count in this cgroup. */
  enter: string[];
  /** Returns whether the kernel ended the instance because it needed more memory than allowed. */
  ranOutOfMemory(): Promise<boolean>;
  /** Ends its processes and removes it. */
  remove(): Promise<void>;
}

/**
 * Name of the platform's own cgroup. With it the operator declares that the parent cgroup is for the platform alone.
 */
const OWN_NAME = 'platform';

/**
 * Finds the cgroup (version 2) that the operator has delegated: the parent of the platform's own, see
 * docs/operating.md. Other cgroups are not touched, even if root could: on most machines they belong to systemd.
 * @throws Error with half a sentence that says what is missing
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
    const control = join(parent, 'cgroup.subtree_control');
    const hasCpu =
      has('cpu') &&
      (await writeFile(control, '+cpu').then(
        () => true,
        () => false,
      ));
    await writeFile(control, '+memory +pids');
    const trial = await make(parent, `trial-${process.pid}`);
    const how = await ended(
      launch({ file: trial.enter[0] ?? '', args: [...trial.enter.slice(1), 'true'], inputs: [] }, 'ignore', {}),
    );
    await trial.remove();
    if (how !== 'exit code 0') throw new Error(how);
    return { create: (ref, max) => make(parent, ref, max), hasCpu };
  } catch (error) {
    throw new Error(`${parent} cannot be used (${error instanceof Error ? error.message : String(error)})`);
  }
}

/**
 * Removes the cgroups of a platform that was killed. Their processes have ended with it; a cgroup with processes cannot
 * be removed.
 */
async function removeAbandoned(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) if (name.startsWith('lab-')) await rmdir(join(parent, name)).catch(() => {});
}

async function make(parent: string, ref: string, max = defaultLimits): Promise<Cgroup> {
  const dir = join(parent, `lab-${ref}`);
  await mkdir(dir);
  await writeFile(join(dir, 'memory.max'), String(max.memory));
  // Kernels without swap do not have this file
  await writeFile(join(dir, 'memory.swap.max'), '0').catch(() => {});
  // Without this, the kernel could end one process alone and leave a lab that half works
  await writeFile(join(dir, 'memory.oom.group'), '1');
  await writeFile(join(dir, 'pids.max'), String(max.processes));
  // If the operator has delegated this controller, too
  await writeFile(join(dir, 'cpu.weight'), String(WEIGHT)).catch(() => {});
  return {
    enter: ['/bin/sh', '-c', 'echo 0 >"$0/cgroup.procs" && exec "$@"', dir],
    ranOutOfMemory: async () => {
      const events = await readFile(join(dir, 'memory.events'), 'utf8').catch(() => '');
      return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0) > 0;
    },
    remove: async () => {
      await writeFile(join(dir, 'cgroup.kill'), '1').catch(() => {});
      // The kernel needs a moment after the last process has ended. A cgroup that stays behind is empty and harmless
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
