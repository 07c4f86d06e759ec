import { existsSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HomeUnreadable, type PreparedLab, StartFailed, type StartSpec } from '../runtime.ts';
import { type Counts, createCounter } from './box-counts.ts';
import { hasAutogroups } from './box-processes.ts';
import type { Cgroups } from './cgroup.ts';
import { type CpuThrottle, cpuMsOf, createCpuThrottle } from './cpu-throttle.ts';
import { type Home, restoreHome, watchHome } from './homes.ts';
import { closed, ended, kill, launch } from './launch.ts';
import { listenFor } from './listen.ts';
import { launchMaterial, type RunningBox, unpackCommand } from './make-material.ts';
import { HOME_FOLDER, MATERIAL_MODULE, PROGRAM } from './prepare.ts';
import { processCommand } from './process-mode.ts';
import { programCommand } from './program-box.ts';
import { waitForHttp, waitForReadyLine } from './ready.ts';
import { removeFolder } from './run-dir.ts';
import { limits, type SandboxCommand, sandboxCommand, type Toolbox } from './sandbox.ts';
import { createStreams } from './streams.ts';
import { keepTail } from './tail.ts';
import { sumUsage, type Usage, usageOf } from './usage.ts';
import type { Userland } from './userland.ts';
import { type Ceilings, createWatch, TOO_MUCH_MEMORY, type Watch, workspaceCeilings } from './watchdog.ts';
import { launchWorkspace, type Workspace } from './workspace.ts';
import { HOME, WORKSPACE_PROCESSES, workspaceCommand } from './workspace-box.ts';

/** Settings and tools that all instances of a runtime share. */
export interface InstanceContext {
  /** A folder for the instance, which does not exist yet. */
  dir: string;
  /** Undefined without a sandbox. There is no userland and no cgroup then. */
  tools: Toolbox | undefined;
  userland: Userland | undefined;
  cgroups: Cgroups | undefined;
  /** User IDs that no other instance has: for the program, and for the workspace. */
  uids: [number, number];
  startTimeoutMs: number;
  /** Limits of the whole instance. */
  ceilings: Ceilings;
}

/** A lab's program, and its workspace if it has one. They start and end together. */
export interface Instance {
  slug: string;
  socketPath: string;
  /** Undefined until it has started, and for a lab without one. */
  workspace: Workspace | undefined;
  home: Home | undefined;
  /** Whether some files of the kept home could not be restored. */
  isHomePartial: boolean;
  watch: Watch;
  cpuThrottle: CpuThrottle;
  hasExited: boolean;
  /** Why it ended; null while it runs. */
  reason: string | null;
  /** Returns its last output. */
  output(): string;
  /** Resolves when it can be used. Rejects with StartFailed or HomeUnreadable. */
  ready: Promise<void>;
  usage(enough?: number): Promise<Usage>;
  /** The CPU time of `usage`, which is cheap to read. */
  cpuMs(): number;
  counts(): Counts;
  /** Ends it. The first reason is kept. */
  end(reason: string): void;
  /** Ends it and frees its resources. */
  remove(): Promise<void>;
}

/** Starts the processes of an instance; `ready` reports whether it came up. */
export async function launchInstance(ref: string, spec: StartSpec, context: InstanceContext): Promise<Instance> {
  const { lab, flags } = spec;
  const {
    dir,
    tools,
    uids: [, uid],
  } = context;
  await mkdir(dir, { mode: 0o700 });
  const cgroup = tools && (await context.cgroups?.create(ref, lab.workspace ? limitsWithWorkspace : undefined));
  const enter = cgroup?.enter ?? [];
  const socketPath = await prepareSocketPath(lab, dir);
  const socket = await listenFor(socketPath);
  const box = { lab: lab.dir, flags, uid: context.uids[0], enter };
  const command = tools
    ? { ...commandOf(tools, context.userland, box, socket.fd), env: {} }
    : await processCommand(box, dir);
  const program = launch(command, socket.fd, command.env);
  const hasClosed = closed(program);
  const boxes: RunningBox[] = [{ pid: program.pid, kill: () => kill(program), exited: ended(program) }];
  const outputs = [keepTail([program.stdout, program.stderr])];
  const pids = () => boxes.flatMap(({ pid }) => pid ?? []);
  const counters = tools && program.pid ? [createCounter(program.pid, ['/tmp'], false)] : [];
  const stopWaiting = new AbortController();
  let isStopped = false;
  const endAll = () => {
    isStopped = true;
    for (const one of boxes) one.kill();
  };

  const instance: Instance = {
    slug: lab.slug,
    socketPath,
    workspace: undefined,
    home: undefined,
    isHomePartial: false,
    watch: createWatch(context.ceilings),
    cpuThrottle: createCpuThrottle(
      () => (instance.hasExited ? [] : pids()),
      () => !context.cgroups?.hasCpu && hasAutogroups(),
    ),
    hasExited: false,
    reason: null,
    output: () =>
      outputs
        .map((output) => output())
        .join('\n')
        .trim(),
    ready: Promise.resolve(),
    usage: async (enough) => sumUsage(await Promise.all(pids().map((pid) => usageOf(pid, enough)))),
    cpuMs: () => pids().reduce((sum, pid) => sum + cpuMsOf(pid), 0),
    counts: () => {
      const all = counters.map((count) => count());
      return {
        files: Math.max(0, ...all.map(({ files }) => files)),
        terminals: all.reduce((sum, { terminals }) => sum + terminals, 0),
      };
    },
    end: (reason) => {
      instance.reason ??= reason;
      endAll();
    },
    remove: async () => {
      endAll();
      await instance.ready.catch(() => {});
      await Promise.all(boxes.map((one) => one.exited));
      await cgroup?.remove();
      await removeFolder(dir);
    },
  };
  const watchExit = (what: string, exited: Promise<string>) =>
    void exited.then(async (how) => {
      const reason = (await cgroup?.ranOutOfMemory()) ? TOO_MUCH_MEMORY : `${what} ended by itself (${how}).`;
      instance.hasExited = true;
      instance.end(reason);
      stopWaiting.abort();
    });

  watchExit('It', boxes[0]?.exited ?? Promise.resolve(''));
  const serving =
    lab.serves === 'socket'
      ? waitForReadyLine(program.stdout, context.startTimeoutMs, stopWaiting.signal)
      : waitForHttp(socketPath, context.startTimeoutMs, stopWaiting.signal);
  const startWorkspace = async () => {
    if (!tools || !context.userland || !lab.workspace) return;
    const material = hasMaterial(lab) ? join(dir, 'material') : null;
    if (material) await mkdir(material, { mode: 0o755 });
    if (material && tools.setpriv) await chown(material, uid, uid);
    const workspace = await openWorkspace(spec, tools, context.userland, {
      ...context,
      dir,
      enter,
      socketPath,
      material,
    });
    boxes.push(workspace);
    if (workspace.pid) counters.push(createCounter(workspace.pid, ['/tmp', HOME], true));
    outputs.push(workspace.output);
    watchExit('Its workspace', workspace.exited);
    if (isStopped) workspace.kill();
    // The learner runs nothing yet: no terminal can be opened before the instance is ready
    await Promise.all([workspace.ready, material && fillMaterial(material, tools, context.userland)]);
    instance.isHomePartial = spec.home ? !(await restoreHome(workspace, spec.home)) : false;
    instance.workspace = workspace;
    instance.home = watchHome(workspace, lab.workspace.homeBytes);
    if (instance.isHomePartial) instance.home.touch();
  };
  const fillMaterial = async (folder: string, tools: Toolbox, userland: Userland) => {
    const maker = sandboxCommand(tools, box, MATERIAL_MODULE);
    const unpacker = unpackCommand(tools, userland, { folder, uid, enter });
    const run = launchMaterial(maker, unpacker, context.startTimeoutMs);
    boxes.push(...run.boxes);
    if (isStopped) for (const one of run.boxes) one.kill();
    await run.done;
    for (const one of run.boxes) boxes.splice(boxes.indexOf(one), 1);
  };
  let problem: Error | undefined;
  let why: string | undefined;
  const parts = [serving, startWorkspace(), socket.release()].map((part) =>
    part.catch((error: Error) => {
      // The first error is the cause. The other boxes end because of it
      why ??= instance.reason ?? error.message;
      problem ??= error;
      endAll();
    }),
  );
  instance.ready = Promise.all(parts).then(async () => {
    if (!problem) return;
    // Some output may still be on its way
    await Promise.race([hasClosed, sleep(500, undefined, { ref: false })]);
    if (problem instanceof HomeUnreadable) throw problem;
    throw new StartFailed(`The lab ${lab.slug} did not start: ${why}`, instance.output());
  });
  return instance;
}

const hasMaterial = ({ dir }: PreparedLab) => existsSync(join(dir, MATERIAL_MODULE));

const limitsWithWorkspace = { memory: workspaceCeilings.memory, processes: limits.nproc + 2 + WORKSPACE_PROCESSES };

/** Returns the path of the program's socket. If a workspace sees the socket, it is in a separate folder. */
async function prepareSocketPath(lab: PreparedLab, dir: string): Promise<string> {
  const inside = lab.workspace?.socket;
  if (!inside) return join(dir, 'lab.sock');
  // No other user can enter the folder above
  await mkdir(join(dir, 'socket'), { mode: 0o755 });
  await chmod(join(dir, 'socket'), 0o755);
  return join(dir, 'socket', basename(inside));
}

function commandOf(
  tools: Toolbox,
  userland: Userland | undefined,
  box: Parameters<typeof sandboxCommand>[1],
  socket: number,
): SandboxCommand {
  const isCompiled = existsSync(join(box.lab, PROGRAM));
  return isCompiled && userland ? programCommand(tools, userland, box, socket) : sandboxCommand(tools, box);
}

async function openWorkspace(
  { lab, home }: StartSpec,
  tools: Toolbox,
  userland: Userland,
  {
    dir,
    uids: [, uid],
    enter,
    socketPath,
    material,
  }: InstanceContext & { enter: string[]; socketPath: string; material: string | null },
): Promise<Workspace> {
  const inside = lab.workspace?.socket;
  // Only the workspace's user may connect, besides this one
  if (inside && tools.setpriv) await chown(socketPath, uid, uid);
  if (inside) await chmod(socketPath, 0o600);
  const content = join(lab.dir, HOME_FOLDER);
  const empty = join(dir, 'empty');
  const streams = join(dir, 'streams');
  await mkdir(empty);
  const command = workspaceCommand(tools, userland, {
    slug: lab.slug,
    uid,
    enter,
    homeBytes: lab.workspace?.homeBytes ?? 0,
    streams,
    empty,
    lab: existsSync(content) ? content : null,
    material,
    isNew: !home,
    socket: inside ? { outside: dirname(socketPath), inside: dirname(inside) } : null,
  });
  return launchWorkspace(command, createStreams(streams));
}
