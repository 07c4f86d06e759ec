import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleApp } from '../bundle.ts';
import {
  type InstanceState,
  IsolationUnavailable,
  type LabRuntime,
  requireIsolation,
  type Started,
  StartFailed,
  type StartSpec,
} from '../runtime.ts';
import type { Cgroup } from './cgroup.ts';
import { ended, kill, launch } from './launch.ts';
import { listenFor } from './listen.ts';
import { firstUid, probe } from './probe.ts';
import { processCommand } from './process-mode.ts';
import { answers } from './ready.ts';
import { createRepairs } from './repair.ts';
import { sandboxCommand } from './sandbox.ts';
import { keepTail } from './tail.ts';
import { filesInTmp, usageOf } from './usage.ts';
import { ceilings, createWatch, TOO_MUCH_MEMORY, type Watch } from './watchdog.ts';

export interface EmbeddedOptions {
  /** Where bundles are kept between starts. */
  cacheDir: string;
  /** How long an instance may take until it answers. */
  startTimeoutMs?: number;
  /** How often the watchdog looks. */
  watchEveryMs?: number;
  /** Behaves as if there were no sandbox, for the tests of that case. */
  withoutSandbox?: boolean;
  /** The Node that labs run on in the sandbox; the one of this process unless told otherwise. */
  node?: string;
}

interface Running {
  child: ChildProcess;
  slug: string;
  socketPath: string;
  flagDir: string | undefined;
  cgroup: Cgroup | undefined;
  output: () => string;
  /** Resolves with the reason when the process has gone. */
  gone: Promise<string>;
  reason: string | null;
  isGone: boolean;
  watch: Watch;
}

/** Runs labs as programs on this machine, in a bubblewrap sandbox where there is one. Probes before it returns. */
export async function createEmbeddedRuntime(options: EmbeddedOptions): Promise<LabRuntime> {
  // In the system's own folder, because the path of a Unix socket has at most 107 bytes; only this user can enter it
  const runDir = await mkdtemp(join(tmpdir(), 'hexlabs-'));
  const probed = await probe(runDir, options.node);
  const tools = options.withoutSandbox ? undefined : probed.tools;
  const capabilities = options.withoutSandbox
    ? { isolation: 'process' as const, hardLimits: false, advice: 'The sandbox is switched off.' }
    : probed.capabilities;
  const instances = new Map<string, Running>();
  let nextUid = firstUid + randomInt(2 ** 24);
  const repairs = tools && createRepairs({ tools, scratch: runDir, nextUid: () => nextUid++ });

  async function start({ lab, flags }: StartSpec): Promise<Started> {
    requireIsolation(capabilities, lab.risk);
    const ref = `embedded-${randomBytes(8).toString('hex')}`;
    const socketPath = join(runDir, `${ref}.sock`);
    const cgroup = tools && (await probed.cgroups?.create(ref));
    const box = { lab: lab.dir, flags, uid: nextUid++, enter: cgroup?.enter ?? [] };
    const command = tools
      ? { ...sandboxCommand(tools, box), env: {}, flagDir: undefined }
      : await processCommand(box, runDir);
    const socket = await listenFor(socketPath);
    const child = launch(command, socket.fd, command.env);
    const instance: Running = {
      child,
      slug: lab.slug,
      socketPath,
      flagDir: command.flagDir,
      cgroup,
      output: keepTail([child.stdout, child.stderr]),
      gone: ended(child).then(async (how) =>
        (await cgroup?.ranOut()) ? TOO_MUCH_MEMORY : `It ended by itself (${how}).`,
      ),
      reason: null,
      isGone: false,
      watch: createWatch(),
    };
    instances.set(ref, instance);
    await socket.release();
    const stopWaiting = new AbortController();
    void instance.gone.then((reason) => {
      instance.isGone = true;
      instance.reason ??= reason;
      stopWaiting.abort();
    });
    try {
      await answers(socketPath, options.startTimeoutMs ?? 10_000, stopWaiting.signal);
    } catch (error) {
      const why = instance.reason ?? (error instanceof Error ? error.message : String(error));
      await stop(ref);
      throw new StartFailed(`The lab ${lab.slug} did not start: ${why}`, instance.output());
    }
    return { ref, endpoint: { kind: 'unix', path: socketPath } };
  }

  async function stop(ref: string): Promise<void> {
    const instance = instances.get(ref);
    if (!instance) return;
    kill(instance.child);
    await instance.gone;
    instances.delete(ref);
    await rm(instance.socketPath, { force: true });
    await instance.cgroup?.remove();
    if (instance.flagDir) await rm(instance.flagDir, { recursive: true, force: true });
  }

  const stateOf = (ref: string, instance: Running): InstanceState => ({
    ref,
    slug: instance.slug,
    state: instance.isGone ? 'exited' : 'running',
    reason: instance.reason,
    output: instance.output(),
  });

  async function watchAll(): Promise<void> {
    for (const instance of instances.values()) {
      const { pid } = instance.child;
      if (pid === undefined || instance.isGone) continue;
      const verdict = instance.watch.check(Date.now(), await usageOf(pid, ceilings.sockets), await filesInTmp(pid));
      if (!verdict) continue;
      instance.reason = verdict;
      kill(instance.child);
    }
  }
  const closing = new AbortController();
  const watching = (async () => {
    if (process.platform !== 'linux') return;
    while (!closing.signal.aborted) {
      await watchAll();
      await sleep(options.watchEveryMs ?? 2000, undefined, { ref: false, signal: closing.signal }).catch(() => {});
    }
  })();

  return {
    capabilities: () => capabilities,
    prepare: async ({ dir, version, manifest: { slug, risk } }) => ({
      slug,
      version,
      risk,
      dir: await bundleApp(dir, slug, options.cacheDir),
    }),
    prepareRepair: async (lab, files) => {
      requireIsolation(capabilities, 'code-exec');
      if (!repairs) throw new IsolationUnavailable('Copies of labs are built in a sandbox.');
      const { version, manifest } = lab;
      return { slug: manifest.slug, version, risk: 'code-exec', dir: await repairs.build(lab, files) };
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
      if (!instance?.child.pid || instance.isGone) return undefined;
      return usageOf(instance.child.pid);
    },
    close: async () => {
      closing.abort();
      await watching;
      await Promise.all([...instances.keys()].map(stop));
      await rm(runDir, { recursive: true, force: true });
    },
  };
}
