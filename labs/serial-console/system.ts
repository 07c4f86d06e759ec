import { randomBytes } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';
import { bootsKernel, kernelLines, serviceLines } from './bootlog.ts';
import { keys } from './flash.ts';

export type Running = 'login' | 'shell' | 'halted';

/**
 * Starts the kernel with its arguments. Returns its output, and what runs in the end.
 * @param ticket of the coast radio, if it is in reach
 */
export function startKernel(bootargs: string, ticket?: string): { output: string; running: Running } {
  const args = new Map(bootargs.split(/\s+/).map((word) => split(word)));
  if (!args.get('console')?.startsWith('ttyS0')) {
    // The kernel uses another console, which is not connected
    return { output: bootsKernel, running: 'halted' };
  }
  const output = bootsKernel + kernelLines(bootargs);
  if (args.get('root') !== '/dev/mtdblock3') {
    const root = args.get('root') ?? '(null)';
    return {
      output: `${output}[    0.930000] VFS: Cannot open root device "${root.slice(0, 60)}"\n[    0.930000] Kernel panic - not syncing: VFS: Unable to mount root fs\n`,
      running: 'halted',
    };
  }
  const init = args.get('init') ?? '/sbin/hornd';
  if (shells.includes(init)) {
    return { output: `${output}[    0.940000] VFS: Mounted root (squashfs)\n\n${SHELL_GREETING}# `, running: 'shell' };
  }
  if (init === '/sbin/hornd') {
    if (args.has('single') || args.has('S') || args.has('1')) {
      return { output: `${output}Single user. Give the password of root for maintenance: `, running: 'login' };
    }
    return { output: output + serviceLines(ticket), running: 'login' };
  }
  return {
    output: `${output}[    0.950000] Kernel panic - not syncing: Requested init ${init.slice(0, 60)} failed (error -2).\n`,
    running: 'halted',
  };
}

function split(word: string): [string, string] {
  const at = word.indexOf('=');
  return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
}

const SHELL_GREETING = "BusyBox v1.24.1 built-in shell (ash)\nsh: can't access tty; job control turned off\n";
const shells = ['/bin/sh', '/bin/ash', '/bin/busybox', 'sh'];

/** A random password for each device, which is not stored anywhere. */
const rootHash = `$6$${randomBytes(6).toString('hex')}$${randomBytes(48).toString('base64url')}`;

const files: Record<string, () => string> = {
  '/dev/console': () => '',
  '/dev/mtd4': () => keys().toString('latin1'),
  '/dev/null': () => '',
  '/etc/passwd': () => 'root:x:0:0:root:/root:/bin/sh\nhorn:x:100:100:horn:/:/bin/false\n',
  '/etc/shadow': () => `root:${rootHash}:17969:0:99999:7:::\nhorn:!:17969:0:99999:7:::\n`,
  '/etc/hostname': () => 'hornmaster\n',
  '/etc/horn/horn.conf': () => 'pressure = 9\nsound_at = noon\nfog = maybe\nkey = /etc/horn/siren.key\n',
  '/etc/horn/siren.key': () => `${readFlag('siren')}\n`,
  '/etc/horn/README': () =>
    'The key starts every siren from Varde to Halmer Sound. Gunnar has done it once. Never again.\n',
  '/root/.ash_history': () => 'ls\nls /etc/horn\nvi /etc/horn/horn.conf\nhistory -c\n',
};
const programs: Record<string, string[]> = {
  '/bin': ['ash', 'busybox', 'cat', 'echo', 'id', 'ls', 'sh', 'uname'],
  '/sbin': ['hornd', 'reboot'],
};

/** Returns everything in a folder, one level deep; undefined if it does not exist. */
function list(folder: string): string[] | undefined {
  const base = folder === '/' ? '/' : `${folder}/`;
  const paths = [
    ...Object.keys(files),
    ...Object.entries(programs).flatMap(([dir, names]) => names.map((name) => `${dir}/${name}`)),
  ];
  const names = paths
    .filter((path) => path.startsWith(base))
    .map((path) => path.slice(base.length).split('/')[0] ?? '');
  return names.length > 0 ? [...new Set(names)].sort() : undefined;
}

const strings = (text: string): string =>
  text
    .split(/[^ -~]+/)
    .filter((run) => run.length >= 4)
    .map((run) => `${run}\n`)
    .join('');

/** A shell with a few commands to look around. */
export class Shell {
  private cwd = '/';

  execute(line: string): { output: string; next: 'prompt' | 'reset' } {
    const [name = '', ...words] = line.trim().split(/\s+/);
    const args = words.filter((word) => !word.startsWith('-'));
    const say = (output: string) => ({ output, next: 'prompt' as const });
    switch (name) {
      case '':
        return say('');
      case 'ls':
        return say(
          (args.length > 0 ? args : ['.'])
            .map((path) =>
              this.list(
                path,
                words.some((w) => /^-\w*a/.test(w)),
              ),
            )
            .join(''),
        );
      case 'cat':
      case 'strings':
      case 'head':
        return say(args.map((path) => this.read(name, path)).join(''));
      case 'cd': {
        const target = this.resolve(args[0] ?? '/root');
        if (target !== '/' && !list(target)) return say(`sh: cd: can't cd to ${args[0]?.slice(0, 80)}\n`);
        this.cwd = target;
        return say('');
      }
      case 'pwd':
        return say(`${this.cwd}\n`);
      case 'id':
        return say('uid=0(root) gid=0(root)\n');
      case 'whoami':
        return say('root\n');
      case 'uname':
        return say('Linux hornmaster 4.4.14-bwa #7 mips\n');
      case 'echo':
        return say(`${words.join(' ')}\n`);
      case 'find':
        return say(
          Object.keys(files)
            .filter((path) => path.startsWith(this.resolve(args[0] ?? '.')))
            .map((path) => `${path}\n`)
            .join(''),
        );
      case 'help':
        return say('Built in: cd echo pwd. Programs: cat find head id ls reboot strings uname whoami\n');
      case 'exit':
        return { output: '[   61.200000] Kernel panic - not syncing: Attempted to kill init!\n', next: 'reset' };
      case 'reboot':
        return { output: 'The horn is restarting.\n', next: 'reset' };
      default:
        return say(`sh: ${name.slice(0, 40)}: not found\n`);
    }
  }

  private resolve(path: string): string {
    const parts = (path.startsWith('/') ? path : `${this.cwd}/${path}`).split('/');
    const kept: string[] = [];
    for (const part of parts) {
      if (part === '..') kept.pop();
      else if (part !== '' && part !== '.') kept.push(part);
    }
    return `/${kept.join('/')}`;
  }

  private list(path: string, all: boolean): string {
    const target = this.resolve(path);
    const names = list(target);
    if (names) return `${names.filter((name) => all || !name.startsWith('.')).join('  ')}\n`;
    return Object.hasOwn(files, target) ? `${path}\n` : `ls: ${path.slice(0, 80)}: No such file or directory\n`;
  }

  private read(program: string, path: string): string {
    // A star matches every file of its folder
    const target = this.resolve(path);
    if (target.endsWith('/*')) {
      const folder = target.slice(0, -2);
      return (list(folder) ?? []).map((name) => this.read(program, `${folder}/${name}`)).join('');
    }
    const file = Object.hasOwn(files, target) ? files[target] : undefined;
    if (file) return program === 'strings' ? strings(file()) : file();
    return list(target)
      ? `${program}: read error: Is a directory\n`
      : `${program}: can't open '${path.slice(0, 80)}': No such file or directory\n`;
  }
}
