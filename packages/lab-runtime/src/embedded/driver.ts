import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import {
  type InstanceState,
  IsolationUnavailable,
  type LabRuntime,
  NoWorkspace,
  requireIsolation,
  type StartedInstance,
  type StartSpec,
} from '../runtime.ts';
import { withShells } from '../shells/with-shells.ts';
import { type CompileC, compileProgram, withCompileCache } from './compile.ts';
import { listHome, readHomeFile, writeHomeFile } from './homes.ts';
import { type Instance, launchInstance } from './instance.ts';
import { preparedOf, prepareLab } from './prepare.ts';
import { firstUid, noWorkspace, probe } from './probe.ts';
import { createRepairCopies } from './repair-copies.ts';
import { createRunDir } from './run-dir.ts';
import { watchInstances } from './watch-instances.ts';
import { type Ceilings, ceilings, workspaceCeilings } from './watchdog.ts';

export interface EmbeddedOptions {
  /** Folder in which bundles are kept between starts. */
  cacheDir: string;
  /** Milliseconds until an instance must answer. */
  startTimeoutMs?: number;
  /** Milliseconds that the compiler of a learner's TypeScript may take. */
  compileTimeoutMs?: number;
  /** Milliseconds between two checks of the watchdog. */
  watchEveryMs?: number;
  /** For tests: behaves as if the kernel could not limit files and terminals. */
  withoutMounts?: boolean;
  /** Share of one processor that all instances together may use before the throttle slows them. */
  maxCpuShare?: number;
  /** For tests: lower ceilings. */
  ceilings?: Partial<Ceilings>;
  /** For tests: behaves as if there were no sandbox. */
  withoutSandbox?: boolean;
  /** The Node that labs run on in the sandbox; by default the one of this process. */
  node?: string;
}

const MAX_CPU_SHARE = 0.6;
const SWITCHED_OFF = 'The sandbox is switched off.';

/**
 * Runs labs as programs on this machine, in a bubblewrap sandbox if there is one. Probes the machine before it returns.
 */
export async function createEmbeddedRuntime(options: EmbeddedOptions): Promise<LabRuntime> {
  const runDir = await createRunDir();
  const probed = await probe(runDir.path, options);
  const tools = options.withoutSandbox ? undefined : probed.tools;
  const userland = tools && probed.userland;
  const capabilities = options.withoutSandbox
    ? {
        isolation: 'process' as const,
        hardLimits: false,
        advice: SWITCHED_OFF,
        workspace: noWorkspace(SWITCHED_OFF),
      }
    : probed.capabilities;
  const instances = new Map<string, Instance>();
  let nextUid = firstUid + randomInt(2 ** 24);
  let count = 0;
  const compile: CompileC = async (sources, program, cflags) => {
    if (!tools || !userland)
      throw new IsolationUnavailable('This server has no sandbox in which to compile programs in C.');
    return compileProgram(tools, userland, { sources, program, cflags, uid: nextUid++ });
  };
  const repairs =
    tools &&
    createRepairCopies({
      ...{ tools, scratch: runDir.path, nextUid: () => nextUid++, compile },
      limitMs: options.compileTimeoutMs,
    });

  async function start(spec: StartSpec): Promise<StartedInstance> {
    requireIsolation(capabilities, spec.lab.risk);
    const { problem } = capabilities.workspace;
    if (spec.lab.workspace && problem) throw new IsolationUnavailable(problem);
    const ref = `embedded-${randomBytes(8).toString('hex')}`;
    const instance = await launchInstance(ref, spec, {
      dir: join(runDir.path, String(count++)),
      tools,
      userland,
      cgroups: probed.cgroups,
      uids: [nextUid++, nextUid++],
      startTimeoutMs: options.startTimeoutMs ?? 10_000,
      ceilings: { ...(spec.lab.workspace ? workspaceCeilings : ceilings), ...options.ceilings },
    });
    instances.set(ref, instance);
    try {
      await instance.ready;
    } catch (error) {
      await stop(ref);
      throw error;
    }
    const { socketPath, isHomePartial } = instance;
    return { ref, endpoint: { kind: 'unix', path: socketPath }, isHomePartial };
  }

  const stopping = new Map<string, Promise<void>>();
  async function stop(ref: string): Promise<void> {
    const instance = instances.get(ref);
    if (!instance) return;
    const done = stopping.get(ref) ?? instance.remove();
    stopping.set(ref, done);
    await done;
    instances.delete(ref);
    stopping.delete(ref);
  }

  const stateOf = (ref: string, instance: Instance): InstanceState => ({
    ref,
    slug: instance.slug,
    state: instance.hasExited ? 'exited' : 'running',
    reason: instance.reason,
    output: instance.output(),
  });

  const workspaceOf = (ref: string) => {
    const instance = instances.get(ref);
    if (!instance?.workspace || !instance.home || instance.hasExited)
      throw new NoWorkspace('This instance has no running workspace.');
    return { workspace: instance.workspace, home: instance.home };
  };

  const watching = watchInstances(instances, {
    everyMs: options.watchEveryMs ?? 2000,
    maxCpuShare: options.maxCpuShare ?? MAX_CPU_SHARE,
  });

  return withShells({
    capabilities: () => capabilities,
    prepare: (lab) => prepareLab(lab, options.cacheDir, withCompileCache(compile, options.cacheDir)),
    prepareRepair: async (lab, files) => {
      requireIsolation(capabilities, 'code-exec');
      if (!repairs) throw new IsolationUnavailable('This server has no sandbox in which to build copies of labs.');
      return { ...preparedOf(lab), risk: 'code-exec', dir: await repairs.build(lab, files) };
    },
    discard: async ({ dir }) => repairs?.discard(dir),
    start,
    inspect: async (ref) => {
      const instance = instances.get(ref);
      return instance && stateOf(ref, instance);
    },
    list: async () => [...instances].map(([ref, instance]) => stateOf(ref, instance)),
    stop,
    stats: async (ref) => {
      const instance = instances.get(ref);
      if (!instance || instance.hasExited) return undefined;
      return instance.usage();
    },
    openTerminal: async (ref, size) => workspaceOf(ref).workspace.openTerminal(size),
    runInWorkspace: async (ref, script) => {
      const { workspace, home } = workspaceOf(ref);
      home.touch();
      return (await workspace.run(script)).stream;
    },
    saveHome: async (ref) => workspaceOf(ref).home.save(),
    hasHomeChanged: async (ref) => workspaceOf(ref).home.hasChanged(),
    listHome: async (ref, limit) => listHome(workspaceOf(ref).workspace, limit),
    readHomeFile: async (ref, path, limit) => readHomeFile(workspaceOf(ref).workspace, path, limit),
    writeHomeFile: async (ref, path, content) => {
      const { workspace, home } = workspaceOf(ref);
      home.touch();
      await writeHomeFile(workspace, path, content);
    },
    close: async () => {
      await watching.stop();
      await Promise.all([...instances.keys()].map(stop));
      await runDir.remove();
    },
  });
}
