import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { arch } from 'node:process';
import { findProgram, librariesOf } from './libraries.ts';
import { type BoxMounts, boxMounts, type Mounter } from './mounts.ts';
import { isFilterArch, seccompFilter } from './seccomp.ts';

/**
 * Limits of one instance; memory is apart, because each version of Node needs another (see `probe`). `prlimit` sets
 * them inside, where even the lab can't raise them again. What a full set of sockets holds follows from `nproc` and
 * `nofile`: see docs/decisions/0003-lab-sandbox.md.
 */
export const limits = {
  /** Threads count. Node takes 7 to 11. */
  nproc: 32,
  cpu: 600,
  /** Node takes about 22, the gateway up to 32 connections and 32 WebSockets. */
  nofile: 88,
  fsize: 8_388_608,
  /** With 0, a kernel that hands dumps to a program of the host would still start it for each crash. With 1 it doesn't. */
  core: 1,
  stack: 8_388_608,
  /** Address space: Node reserves 11 GB for WebAssembly. Without a limit page tables could be made without end. */
  as: 24 * 1024 ** 3,
  sigpending: 256,
} as const;

/** /tmp, the only place where a program can write. 10,000 empty files take up to 15 MB of the kernel's memory. */
export const PROGRAM_TMP = { path: '/tmp', bytes: 16_777_216, files: 10_000, mode: '1777' } as const;

/** What the sandbox is built from: found once, the same for all instances. */
export interface Toolbox {
  bwrap: string;
  /** Programs run outside, before bwrap: the kernel should take memory and time from labs first. */
  wrappers: string[][];
  prlimit: string;
  /** Set when this process is really root: then each instance gets its own user. */
  setpriv: string | undefined;
  /** Undefined where boxes can't have file systems with a limit of files. */
  mounter: Mounter | undefined;
  node: string;
  libraries: string[];
  filter: Buffer;
  workspaceFilter: Buffer;
  /** Bytes of data that each process may have. */
  data: number;
}

/** What every box is made with, whether Node runs in it or not. */
export type BoxTools = Omit<Toolbox, 'data'>;

/** @throws Error with a sentence that tells the operator what is missing. */
export async function findToolbox(node: string): Promise<BoxTools> {
  if (!isFilterArch(arch)) throw new Error(`the sandbox knows the system calls of x64 and arm64, not of ${arch}`);
  const need = async (name: string, from: string) => {
    const path = await findProgram(name);
    if (!path) throw new Error(`${name} is not installed (it is in the package ${from})`);
    return path;
  };
  const bwrap = await need('bwrap', 'bubblewrap');
  const prlimit = await need('prlimit', 'util-linux');
  const setpriv = (await isRealRoot()) ? await need('setpriv', 'util-linux') : undefined;
  const choom = await findProgram('choom');
  const nice = await findProgram('nice');
  return {
    bwrap,
    wrappers: [...(choom ? [[choom, '-n', '1000', '--']] : []), ...(nice ? [[nice, '-n', '10']] : [])],
    prlimit,
    setpriv,
    mounter: undefined,
    node,
    libraries: await librariesOf([node, prlimit, ...(setpriv ? [setpriv] : [])]),
    filter: seccompFilter(arch),
    workspaceFilter: seccompFilter(arch, 'workspace'),
  };
}

/** Root with all users of the machine at hand, not root inside of a user namespace. */
async function isRealRoot(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const map = await readFile('/proc/self/uid_map', 'utf8');
  return /^\s*0\s+0\s+4294967295\s*$/.test(map);
}

export interface Box {
  /** The folder with `app.mjs`. */
  lab: string;
  flags: Record<string, string>;
  /** A user that nobody else has; used only with real root. */
  uid: number;
  /** What the box is started through, so that it counts in the instance's own cgroup; empty where there is none. */
  enter: string[];
}

/** The file descriptors that a box is started with; 3 is the lab's own socket. */
export const FD = { socket: 3, args: 4, seccomp: 5, firstFile: 6 } as const;

export interface SandboxCommand {
  file: string;
  args: string[];
  /** Standard input; a pipe that stays open unless told otherwise. */
  stdin?: number;
  /** What has to be written to the descriptors from 4 on. */
  inputs: (string | Buffer)[];
}

/** The command that runs a lab, or another module of its folder, in a sandbox. Nothing that is secret, or says anything about the host, is in `args`. */
export function sandboxCommand(tools: Toolbox, box: Box, entry = 'app.mjs'): SandboxCommand {
  const flags = Object.entries(box.flags);
  const mounts = boxMounts(tools.mounter, [PROGRAM_TMP]);
  const options = [
    ...namespaces(tools),
    ...['--die-with-parent', '--clearenv', '--hostname', 'lab', '--seccomp', String(FD.seccomp)],
    ...['--setenv', 'NODE_ENV', 'production', '--setenv', 'HOME', '/tmp', '--setenv', 'TZ', 'UTC'],
    // Fewer idle threads: they count as processes
    ...['--setenv', 'UV_THREADPOOL_SIZE', '2'],
    ...librariesElsewhere(tools),
    ...root(tools),
    ...flags.flatMap(([id], i) => ['--perms', '0444', '--ro-bind-data', String(FD.firstFile + i), `/flag/${id}.txt`]),
    ...['--ro-bind', box.lab, '/lab', '--chdir', '/lab'],
    ...[...mounts.options, '--remount-ro', '/'],
  ];
  const inner = [program(tools.node), '--max-old-space-size=128', entry];
  return boxed(tools, {
    enter: box.enter,
    mounts,
    options,
    filter: tools.filter,
    inner: confined(tools, { ...limits, data: tools.data }, box.uid, inner),
    files: flags.map(([, flag]) => flag),
  });
}

/** The words that run `inner` inside of a box with these limits, as the box's own user. */
export function confined(tools: BoxTools, limits: Record<string, number>, uid: number, inner: string[]): string[] {
  return [
    ...[program(tools.prlimit), ...Object.entries(limits).map(([name, value]) => `--${name}=${value}`), '--'],
    ...(tools.setpriv ? dropTo(program(tools.setpriv), uid) : []),
    ...inner,
  ];
}

interface Contents {
  enter: string[];
  /** `options` has its options for bwrap. */
  mounts?: BoxMounts;
  /** For bwrap. They name the filter's descriptor, and those of the files. */
  options: string[];
  filter: Buffer;
  inner: string[];
  /** What is read from the descriptors from `FD.firstFile` on. */
  files: (string | Buffer)[];
}

/** The command that makes a box. */
export function boxed(tools: BoxTools, { enter, mounts, options, filter, inner, files }: Contents): SandboxCommand {
  const [file = '', ...args] = [
    ...enter,
    ...tools.wrappers.flat(),
    ...(mounts?.wrapper ?? []),
    ...[tools.bwrap, '--args', String(FD.args), '--'],
    ...inner,
  ];
  return { file, args, inputs: [options.map((option) => `${option}\0`).join(''), filter, ...files] };
}

/**
 * What every box is apart from, whatever runs in it.
 * @param rights what the box keeps beside the right to change users, until it does; only with real root.
 */
export function namespaces(tools: BoxTools, rights: string[] = []): string[] {
  const common = ['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'];
  // As root, bwrap would map root into a user namespace, and RLIMIT_NPROC doesn't limit root. So it builds the
  // rest of the box with root's rights, and setpriv turns into the instance's own user inside, for good.
  if (tools.setpriv) {
    const keep = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP', ...rights];
    return [...common, '--cap-drop', 'ALL', ...keep.flatMap((cap) => ['--cap-add', cap])];
  }
  return ['--unshare-user', '--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL', ...common];
}

/** Turns into the box's own user, for good. That it ends with bwrap has to be said again: a change of users undoes it. */
export function dropTo(setpriv: string, uid: number): string[] {
  const user = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--pdeathsig', 'KILL'];
  return [setpriv, ...user, '--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all', '--no-new-privs', '--'];
}

/** A root folder with node, what it loads, three devices, and room for the rest. No /proc, no shell, no /etc. */
export function root(tools: Toolbox): string[] {
  const programs = [tools.node, tools.prlimit, ...(tools.setpriv ? [tools.setpriv] : [])];
  const files = new Map([
    ...tools.libraries.map((path) => [path, library(path)] as const),
    ...programs.map((path) => [path, program(path)] as const),
  ]);
  // The instance's user can't enter folders that bwrap makes by itself, because they belong to root alone
  const folders = new Set(['/dev', '/flag', ...[...files.values()].flatMap(foldersAbove)]);
  return [
    ...[...folders].sort().flatMap((folder) => ['--perms', '0755', '--dir', folder]),
    ...[...files].flatMap(([outside, inside]) => ['--ro-bind', outside, inside]),
    // Not /dev/zero: mapped as shared it is memory that no limit counts
    ...['null', 'random', 'urandom'].flatMap((name) => ['--dev-bind', `/dev/${name}`, `/dev/${name}`]),
  ];
}

/** Folders of a distribution's own files. They say nothing about the host, and programs look for libraries there. */
export const DISTRIBUTION = /^\/(usr|lib\w*|bin|sbin|nix|gnu)\//;

/** Folders that the box fills by itself. A library below one would be covered there. */
const OWN_FOLDERS = ['dev', 'flag', 'lab', 'tmp'];

/** Where a program of the host is inside. The path of one in somebody's home would name the user and the project. */
export function program(path: string): string {
  return DISTRIBUTION.test(path) ? path : `/host/bin/${basename(path)}`;
}

function library(path: string): string {
  return OWN_FOLDERS.includes(path.split('/')[1] ?? '') ? `/host${path}` : path;
}

/** A program that lies elsewhere inside doesn't find what it would look for beside itself. */
export function librariesElsewhere(tools: Toolbox): string[] {
  const folders = new Set(
    tools.libraries
      .filter((path) => !DISTRIBUTION.test(path))
      .map(library)
      .map(dirname),
  );
  return folders.size > 0 ? ['--setenv', 'LD_LIBRARY_PATH', [...folders].join(':')] : [];
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(1, -1);
  return parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`);
}
