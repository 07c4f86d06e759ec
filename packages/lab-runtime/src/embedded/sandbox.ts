import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { arch } from 'node:process';
import { findProgram, librariesOf } from './libraries.ts';
import { type BoxMounts, boxMounts, type Mounter } from './mounts.ts';
import { isFilterArch, seccompFilter } from './seccomp.ts';

/**
 * Limits of each process of an instance, except for memory, which depends on the version of Node (see `probe`).
 * `prlimit` sets them inside, so the lab cannot raise them. `nproc` and `nofile` limit the memory of all its sockets:
 * see docs/decisions/0003-lab-sandbox.md.
 */
export const limits = {
  /** Threads count. Node takes 7 to 11. */
  nproc: 32,
  cpu: 600,
  /** Node takes about 22, the gateway up to 32 connections and 32 WebSockets. */
  nofile: 88,
  fsize: 8_388_608,
  /**
   * With 0, a kernel that pipes dumps to a program of the host would still start it for each crash. With 1 it does not.
   */
  core: 1,
  stack: 8_388_608,
  /**
   * Address space: Node reserves 11 GB for WebAssembly. Without a limit, a program could make page tables without end.
   */
  as: 24 * 1024 ** 3,
  sigpending: 256,
} as const;

/** /tmp, the only writable folder. 10,000 empty files take up to 15 MB of kernel memory. */
export const PROGRAM_TMP = { path: '/tmp', bytes: 16_777_216, files: 10_000, mode: '1777' } as const;

/** Programs and filters from which boxes are made: found once, the same for all instances. */
export interface Toolbox {
  bwrap: string;
  /** Words before bwrap that make the kernel take memory and time from labs first. */
  wrappers: string[][];
  prlimit: string;
  /** Set only for real root: then each instance gets its own user. */
  setpriv: string | undefined;
  /** Undefined if boxes cannot have file systems with a limit of files. */
  mounter: Mounter | undefined;
  node: string;
  libraries: string[];
  filter: Buffer;
  workspaceFilter: Buffer;
  /** Bytes of data that each process may have. */
  data: number;
}

/** The tools of every box, with or without Node. */
export type BoxTools = Omit<Toolbox, 'data'>;

/**
 * Finds the programs of the sandbox.
 * @throws Error with a sentence that tells the operator what is missing
 */
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

/** Returns whether this process is root with all users of the machine, and not root in a user namespace. */
async function isRealRoot(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const map = await readFile('/proc/self/uid_map', 'utf8');
  return /^\s*0\s+0\s+4294967295\s*$/.test(map);
}

export interface Box {
  /** The folder with `app.mjs`. */
  lab: string;
  flags: Record<string, string>;
  /** A user ID that no other box has; used only as real root. */
  uid: number;
  /** Words before the command that put the box into the instance's cgroup; empty without one. */
  enter: string[];
}

/** The file descriptors of a box; 3 is the lab's own socket. */
export const FD = { socket: 3, args: 4, seccomp: 5, firstFile: 6 } as const;

export interface SandboxCommand {
  file: string;
  args: string[];
  /** Standard input; by default a pipe that stays open. */
  stdin?: number;
  /** Input for the descriptors from 4 on. */
  inputs: (string | Buffer)[];
}

/**
 * Returns the command that runs a lab, or another module of its folder, in a sandbox. `args` contains no secrets and
 * nothing about the host.
 */
export function sandboxCommand(tools: Toolbox, box: Box, entry = 'app.mjs'): SandboxCommand {
  const flags = Object.entries(box.flags);
  const mounts = boxMounts(tools.mounter, [PROGRAM_TMP]);
  const options = [
    ...namespaces(tools),
    ...['--die-with-parent', '--clearenv', '--hostname', 'lab', '--seccomp', String(FD.seccomp)],
    ...['--setenv', 'NODE_ENV', 'production', '--setenv', 'HOME', '/tmp', '--setenv', 'TZ', 'UTC'],
    // Fewer idle threads, because they count as processes
    ...['--setenv', 'UV_THREADPOOL_SIZE', '2'],
    ...libraryPathOptions(tools),
    ...root(tools),
    ...flags.flatMap(([id], i) => ['--perms', '0444', '--ro-bind-data', String(FD.firstFile + i), `/flag/${id}.txt`]),
    ...['--ro-bind', box.lab, '/lab', '--chdir', '/lab'],
    ...[...mounts.options, '--remount-ro', '/'],
  ];
  const inner = [program(tools.node), '--max-old-space-size=128', entry];
  return boxCommand(tools, {
    enter: box.enter,
    mounts,
    options,
    filter: tools.filter,
    inner: confinedCommand(tools, { ...limits, data: tools.data }, box.uid, inner),
    files: flags.map(([, flag]) => flag),
  });
}

/** Returns the words that run `inner` in a box with these limits, as the box's user. */
export function confinedCommand(
  tools: BoxTools,
  limits: Record<string, number>,
  uid: number,
  inner: string[],
): string[] {
  return [
    ...[program(tools.prlimit), ...Object.entries(limits).map(([name, value]) => `--${name}=${value}`), '--'],
    ...(tools.setpriv ? dropPrivileges(program(tools.setpriv), uid) : []),
    ...inner,
  ];
}

interface Contents {
  enter: string[];
  /** Their options for bwrap must also be part of `options`. */
  mounts?: BoxMounts;
  /** Options of bwrap. They refer to the descriptors of the filter and the files. */
  options: string[];
  filter: Buffer;
  inner: string[];
  /** Contents of the descriptors from `FD.firstFile` on. */
  files: (string | Buffer)[];
}

/** Returns the command that starts a box. */
export function boxCommand(
  tools: BoxTools,
  { enter, mounts, options, filter, inner, files }: Contents,
): SandboxCommand {
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
 * Returns the options of bwrap that isolate every box.
 * @param rights capabilities that the box keeps until it changes its user, in addition to that of changing it; only as
 * real root
 */
export function namespaces(tools: BoxTools, rights: string[] = []): string[] {
  const common = ['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'];
  // As root, bwrap would map root into a user namespace, and RLIMIT_NPROC does not limit root. So bwrap builds the rest
  // of the box with root's privileges, and setpriv inside changes to the instance's user for good.
  if (tools.setpriv) {
    const keep = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP', ...rights];
    return [...common, '--cap-drop', 'ALL', ...keep.flatMap((cap) => ['--cap-add', cap])];
  }
  return ['--unshare-user', '--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL', ...common];
}

/**
 * Returns the words that change to the box's user for good. They set again that the process ends with bwrap, because a
 * change of the user clears it.
 */
export function dropPrivileges(setpriv: string, uid: number): string[] {
  const user = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--pdeathsig', 'KILL'];
  return [setpriv, ...user, '--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all', '--no-new-privs', '--'];
}

/**
 * Returns the options for a root folder with Node, its libraries and three devices. There is no /proc, no shell and no
 * /etc.
 */
export function root(tools: Toolbox): string[] {
  const programs = [tools.node, tools.prlimit, ...(tools.setpriv ? [tools.setpriv] : [])];
  const files = new Map([
    ...tools.libraries.map((path) => [path, library(path)] as const),
    ...programs.map((path) => [path, program(path)] as const),
  ]);
  // The instance's user cannot enter folders that bwrap makes by itself, because they belong to root alone
  const folders = new Set(['/dev', '/flag', ...[...files.values()].flatMap(foldersAbove)]);
  return [
    ...[...folders].sort().flatMap((folder) => ['--perms', '0755', '--dir', folder]),
    ...[...files].flatMap(([outside, inside]) => ['--ro-bind', outside, inside]),
    // Not /dev/zero: a shared mapping of it is memory that no limit counts
    ...['null', 'random', 'urandom'].flatMap((name) => ['--dev-bind', `/dev/${name}`, `/dev/${name}`]),
  ];
}

/**
 * Folders of a distribution's own files. Their paths reveal nothing about the host, and programs look for libraries
 * there.
 */
export const DISTRIBUTION = /^\/(usr|lib\w*|bin|sbin|nix|gnu)\//;

/** Folders that the box fills itself. A library below one of them would be hidden. */
const OWN_FOLDERS = ['dev', 'flag', 'lab', 'tmp'];

/**
 * Returns the path of a host's program in the box. The path of a program in a home directory would reveal the user and
 * the project.
 */
export function program(path: string): string {
  return DISTRIBUTION.test(path) ? path : `/host/bin/${basename(path)}`;
}

function library(path: string): string {
  return OWN_FOLDERS.includes(path.split('/')[1] ?? '') ? `/host${path}` : path;
}

/** Returns the option that helps a moved program find the libraries that it would look for beside itself. */
export function libraryPathOptions(tools: Toolbox): string[] {
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
