import { boxMounts } from './mounts.ts';
import {
  type BoxTools,
  boxCommand,
  confinedCommand,
  DISTRIBUTION,
  FD,
  namespaces,
  program,
  type SandboxCommand,
} from './sandbox.ts';
import { SUPERVISOR } from './supervisor.ts';
import type { Userland } from './userland.ts';
import { ceilings } from './watchdog.ts';

const MB = 1024 * 1024;

/** Limits of each process in a workspace, as `limits` for a lab's program: see docs/decisions/0023-workspaces.md. */
export const workspaceLimits = {
  /** A terminal is three processes, gdb with a program six. Threads count. */
  nproc: 64,
  cpu: 600,
  /** `nofile` and `nproc` limit the memory of all sockets. gdb takes about 25. */
  nofile: 64,
  core: 1,
  stack: 8 * MB,
  as: 4096 * MB,
  sigpending: 256,
  /** The compiler proper takes 60 MB for a small program, gdb 100 MB. */
  data: 512 * MB,
} as const;

/** /tmp in a workspace: for temporary files of the compiler and the learner. */
const TMP = { path: '/tmp', bytes: 64 * MB, files: 10_000, mode: '1777' } as const;

export const HOME = '/home/learner';
/** Maximum files of a home. A kept home may have as many, so that it can be restored. */
const HOME_FILES = ceilings.files;
/** Pseudo-terminals that may be open at once: six terminals need six, and debuggers and scripts open some. */
const TERMINALS = ceilings.terminals;
/** Processes that the supervisor can start when the learner already has the maximum. Each order takes one. */
const SPARE_PROCESSES = 16;
/** Maximum number of all processes of a workspace, including those of bwrap and the supervisor. */
export const WORKSPACE_PROCESSES = workspaceLimits.nproc + SPARE_PROCESSES + 2;
/** Folder of the files that were made for the instance, read-only. */
export const MATERIAL = '/material';

export interface WorkspaceBox {
  slug: string;
  uid: number;
  enter: string[];
  homeBytes: number;
  /** Folder with the FIFOs of the streams. */
  streams: string;
  /** An empty folder. */
  empty: string;
  /** Folder with the files for a new home; null if there are none. */
  lab: string | null;
  /** Folder with the material of the instance; null if there is none. */
  material: string | null;
  /** Whether the home is new. */
  isNew: boolean;
  /** The folder with the program's socket outside, and its path inside. */
  socket: { outside: string; inside: string } | null;
}

/** Returns the command that starts a workspace. Its standard input takes the orders of `SUPERVISOR`. */
export function workspaceCommand(tools: BoxTools, userland: Userland, box: WorkspaceBox): SandboxCommand {
  const uid = tools.setpriv ? box.uid : 1000;
  const files = [...Object.entries(etc(box.slug, uid)), ['/run/supervisor', SUPERVISOR] as const];
  const env = {
    HOME,
    USER: 'learner',
    LOGNAME: 'learner',
    SHELL: '/bin/bash',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    TZ: 'UTC',
  };
  const folders = ['/run', '/home', ...(box.lab ? ['/lab'] : []), ...(box.socket ? [box.socket.inside] : [])];
  const home = { path: HOME, bytes: box.homeBytes, files: HOME_FILES, mode: '0755' } as const;
  const mounts = boxMounts(tools.mounter, [TMP, tools.setpriv ? { ...home, uid } : home], TERMINALS);
  // bwrap cannot give a file system to another user
  const isForeign = tools.setpriv !== undefined && tools.mounter === undefined;
  const options = [
    ...namespaces(tools, isForeign ? ['CAP_CHOWN'] : []),
    ...['--as-pid-1', '--die-with-parent', '--clearenv', '--hostname', hostname(box.slug)],
    ...['--seccomp', String(FD.seccomp)],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...userland.options,
    ...folders.flatMap((folder) => ['--perms', '0755', '--dir', folder]),
    // The first process ends the workspace with the platform. Through /proc another process could change it
    ...['--proc', '/proc', '--ro-bind', box.empty, '/proc/1'],
    // A shared mapping of /dev/zero is memory that no limit counts; /dev/full reads the same and cannot be mapped
    ...['--dev', '/dev', '--dev-bind', '/dev/full', '/dev/zero', '--remount-ro', '/dev'],
    ...files.flatMap(([path], i) => ['--perms', '0444', '--ro-bind-data', String(FD.firstFile + i), path]),
    ...(box.lab ? ['--ro-bind', box.lab, '/lab'] : []),
    ...(box.socket ? ['--ro-bind', box.socket.outside, box.socket.inside] : []),
    ...['--ro-bind', box.streams, '/run/streams'],
    ...(box.material ? ['--ro-bind', box.material, MATERIAL] : []),
    ...[...mounts.options, '--chdir', HOME, '--remount-ro', '/'],
  ];
  const { nproc } = workspaceLimits;
  const shell = ['/bin/bash', '--norc', '/run/supervisor', String(nproc), box.isNew ? 'new' : 'kept'];
  const limits = { ...workspaceLimits, nproc: nproc + SPARE_PROCESSES, fsize: box.homeBytes };
  return boxCommand(tools, {
    enter: box.enter,
    mounts,
    options,
    filter: tools.workspaceFilter,
    inner: [...(isForeign ? ownHome(uid) : []), ...confinedCommand(tools, limits, uid, shell)],
    files: files.map(([, content]) => content),
  });
}

/** Returns words before a command that give the home to its user. */
function ownHome(uid: number): string[] {
  return ['/bin/sh', '-c', `chown "$0:$0" ${HOME} && exec "$@"`, String(uid)];
}

/** Returns why these tools allow no workspace, as half a sentence; null if they do. */
export function toolboxProblem(tools: BoxTools): string | null {
  const needed = [tools.prlimit, ...(tools.setpriv ? [tools.setpriv] : [])];
  const elsewhere = needed.find((path) => program(path) !== path || !DISTRIBUTION.test(path));
  return elsewhere ? `${elsewhere} is not in a folder that workspaces see` : null;
}

/** A host name has at most 63 characters. */
const hostname = (slug: string) => slug.slice(0, 63).replace(/-+$/, '');

/** Returns the files that programs look for in /etc: path → contents. Nothing of it is the host's. */
function etc(slug: string, uid: number): Record<string, string> {
  return {
    '/etc/passwd': `root:x:0:0:root:/root:/bin/false\nlearner:x:${uid}:${uid}::${HOME}:/bin/bash\n`,
    '/etc/group': `root:x:0:\nlearner:x:${uid}:\n`,
    '/etc/hosts': `127.0.0.1 localhost ${hostname(slug)}\n`,
    '/etc/hostname': `${hostname(slug)}\n`,
    '/etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
    '/etc/profile': '. /etc/bash.bashrc\n[ -r ~/.bashrc ] && . ~/.bashrc\n',
    '/etc/bash.bashrc': BASHRC,
  };
}

/** The colours are those of the terminal's palette, which follows the theme. */
const BASHRC = `case $- in *i*) ;; *) return ;; esac
PS1='\\[\\e[32m\\]\\u@\\h\\[\\e[0m\\]:\\[\\e[34m\\]\\w\\[\\e[0m\\]\\$ '
# So that the history is in the home when it is saved
PROMPT_COMMAND='history -a'
HISTSIZE=1000 HISTFILESIZE=1000 HISTCONTROL=ignoreboth
shopt -s checkwinsize
alias ls='ls --color=auto' grep='grep --color=auto'
`;
