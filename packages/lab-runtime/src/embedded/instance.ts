import { existsSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HomeUnreadable, type PreparedLab, StartFailed, type StartSpec } from '../runtime.ts';
import { type Counts, createCounter } from './box-counts.ts';
import { type Brake, cpuMsOf, createBrake } from './brake.ts';
import type { Cgroups } from './cgroup.ts';
import { type Home, restoreHome, watchHome } from './homes.ts';
import { closed, ended, kill, launch } from './launch.ts';
import { listenFor } from './listen.ts';
import { launchMaterial, type RunningBox, unpackCommand } from './make-material.ts';
import { HOME_FOLDER, MATERIAL_MODULE, PROGRAM } from './prepare.ts';
import { processCommand } from './process-mode.ts';
import { programCommand } from './program-box.ts';
import { answers, says } from './ready.ts';
import { removeFolder } from './run-dir.ts';
import { limits, type SandboxCommand, sandboxCommand, type Toolbox } from './sandbox.ts';
import { createStreams } from './streams.ts';
import { keepTail } from './tail.ts';
import { sumUsage, type Usage, usageOf } from './usage.ts';
import type { Userland } from './userland.ts';
import { type Ceilings, createWatch, TOO_MUCH_MEMORY, type Watch, workspaceCeilings } from './watchdog.ts';
import { launchWorkspace, type Workspace } from './workspace.ts';
import { HOME, WORKSPACE_PROCESSES, workspaceCommand } from './workspace-box.ts';

/** What all instances of a runtime are made with. */
export interface Surroundings {
  /** A folder of the instance's own, which does not exist yet. */
  dir: string;
  /** Undefined without a sandbox; then there is no userland and no cgroup either. */
  tools: Toolbox | undefined;
  userland: Userland | undefined;
  cgroups: Cgroups | undefined;
  /** Users that nobody else has: of the program, and of the workspace. */
  uids: [number, number];
  startTimeoutMs: number;
  /** Of all that it does together. */
  ceilings: Ceilings;
}

/** A lab's program, and the workspace beside it if it has one. They live and end together. */
export interface Instance {
  slug: string;
  socketPath: string;
  /** Undefined until it has started, and where the lab has none. */
  workspace: Workspace | undefined;
  home: Home | undefined;
  watch: Watch;
  brake: Brake;
  isGone: boolean;
  /** Why it ended; null while it runs. */
  reason: string | null;
  /** What it wrote last. */
  output(): string;
  /** Resolves when it can be used. Rejects with StartFailed or HomeUnreadable. */
  ready: Promise<void>;
  usage(enough?: number): Promise<Usage>;
  /** The part of `usage` that takes little to find. */
  cpuMs(): number;
  counts(): Counts;
  /** Ends it, for this reason unless it has ended before. */
  end(reason: string): void;
  /** Ends it and frees what it holds. */
  remove(): Promise<void>;
}

/** Starts its processes; `ready` says whether it came up. */
export async function launchInstance(ref: string, spec: StartSpec, around: Surroundings): Promise<Instance> {
  const { lab, flags } = spec;
  const {
    dir,
    tools,
    uids: [, uid],
  } = around;
  await mkdir(dir, { mode: 0o700 });
  const cgroup = tools && (await around.cgroups?.create(ref, lab.workspace ? withWorkspace : undefined));
  const enter = cgroup?.enter ?? [];
  const socketPath = await placeOfSocket(lab, dir);
  const socket = await listenFor(socketPath);
  const box = { lab: lab.dir, flags, uid: around.uids[0], enter };
  const command = tools
    ? { ...commandOf(tools, around.userland, box, socket.fd), env: {} }
    : await processCommand(box, dir);
  const program = launch(command, socket.fd, command.env);
  const hasSaidAll = closed(program);
  const boxes: RunningBox[] = [{ pid: program.pid, kill: () => kill(program), gone: ended(program) }];
  const outputs = [keepTail([program.stdout, program.stderr])];
  const pids = () => boxes.flatMap(({ pid }) => pid ?? []);
  const counters = tools && program.pid ? [createCounter(program.pid, ['/tmp'], false)] : [];
  const stopWaiting = new AbortController();
  let isWanted = true;
  const endAll = () => {
    isWanted = false;
    for (const one of boxes) one.kill();
  };

  const instance: Instance = {
    slug: lab.slug,
    socketPath,
    workspace: undefined,
    home: undefined,
    watch: createWatch(around.ceilings),
    brake: createBrake(pids),
    isGone: false,
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
      await Promise.all(boxes.map((one) => one.gone));
      await cgroup?.remove();
      await removeFolder(dir);
    },
  };
  const follow = (what: string, gone: Promise<string>) =>
    void gone.then(async (how) => {
      const reason = (await cgroup?.ranOut()) ? TOO_MUCH_MEMORY : `${what} ended by itself (${how}).`;
      instance.isGone = true;
      instance.end(reason);
      stopWaiting.abort();
    });

  follow('It', boxes[0]?.gone ?? Promise.resolve(''));
  const serving =
    lab.serves === 'socket'
      ? says(program.stdout, around.startTimeoutMs, stopWaiting.signal)
      : answers(socketPath, around.startTimeoutMs, stopWaiting.signal);
  const working = async () => {
    if (!tools || !around.userland || !lab.workspace) return;
    const material = hasMaterial(lab) ? join(dir, 'material') : null;
    if (material) await mkdir(material, { mode: 0o755 });
    if (material && tools.setpriv) await chown(material, uid, uid);
    const workspace = await openWorkspace(spec, tools, around.userland, {
      ...around,
      dir,
      enter,
      socketPath,
      material,
    });
    boxes.push(workspace);
    if (workspace.pid) counters.push(createCounter(workspace.pid, ['/tmp', HOME], true));
    outputs.push(workspace.output);
    follow('Its workspace', workspace.gone);
    if (!isWanted) workspace.kill();
    // Meanwhile nothing of the learner's runs: no terminal can be opened before the instance is ready
    await Promise.all([workspace.ready, material && fill(material, tools, around.userland)]);
    if (spec.home) await restoreHome(workspace, spec.home);
    instance.workspace = workspace;
    instance.home = watchHome(workspace, lab.workspace.homeBytes);
  };
  const fill = async (folder: string, tools: Toolbox, userland: Userland) => {
    const maker = sandboxCommand(tools, box, MATERIAL_MODULE);
    const unpacker = unpackCommand(tools, userland, { folder, uid, enter });
    const run = launchMaterial(maker, unpacker, around.startTimeoutMs);
    boxes.push(...run.boxes);
    if (!isWanted) for (const one of run.boxes) one.kill();
    await run.done;
    for (const one of run.boxes) boxes.splice(boxes.indexOf(one), 1);
  };
  let problem: Error | undefined;
  let why: string | undefined;
  const parts = [serving, working(), socket.release()].map((part) =>
    part.catch((error: Error) => {
      // The first error is the cause. The other boxes are ended because of it
      why ??= instance.reason ?? error.message;
      problem ??= error;
      endAll();
    }),
  );
  instance.ready = Promise.all(parts).then(async () => {
    if (!problem) return;
    // What it said may still be on its way
    await Promise.race([hasSaidAll, sleep(500, undefined, { ref: false })]);
    if (problem instanceof HomeUnreadable) throw problem;
    throw new StartFailed(`The lab ${lab.slug} did not start: ${why}`, instance.output());
  });
  return instance;
}

const hasMaterial = ({ dir }: PreparedLab) => existsSync(join(dir, MATERIAL_MODULE));

const withWorkspace = { memory: workspaceCeilings.memory, processes: limits.nproc + 2 + WORKSPACE_PROCESSES };

/** The socket is in a folder of its own where a workspace sees it. */
async function placeOfSocket(lab: PreparedLab, dir: string): Promise<string> {
  const inside = lab.workspace?.socket;
  if (!inside) return join(dir, 'lab.sock');
  // Nobody else can enter the folder above
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
  }: Surroundings & { enter: string[]; socketPath: string; material: string | null },
): Promise<Workspace> {
  const inside = lab.workspace?.socket;
  // The one user who may connect beside this one
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
