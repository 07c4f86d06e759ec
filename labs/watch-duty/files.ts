import type { Creds } from './users.ts';

export interface Node {
  kind: 'file' | 'dir' | 'link';
  mode: number;
  uid: number;
  gid: number;
  /** Milliseconds. */
  changed: number;
  content: string;
  children: Map<string, Node>;
  /** Which of the machine's programs a binary is. */
  program?: string | undefined;
  /** Command that a binary runs. */
  runs?: string | undefined;
  caps?: string | undefined;
}

/** A system error, with its text as programs print it. */
export class FileError extends Error {
  override name = 'FileError';
}

const MAX_BYTES = 64 * 1024;
const MAX_ENTRIES = 800;
export const SETUID = 0o4000;
export const SETGID = 0o2000;
const STICKY = 0o1000;

/** A file system with the permission checks of a Linux kernel. */
export class Files {
  readonly root: Node;
  private count = 0;
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
    this.root = this.make('dir', 0o755, 0, 0);
  }

  make(kind: Node['kind'], mode: number, uid: number, gid: number, content = ''): Node {
    if (++this.count > MAX_ENTRIES) throw new FileError('No space left on device');
    return { kind, mode, uid, gid, changed: this.now(), content, children: new Map() };
  }

  /** Returns whether a process may read (4), write (2) or run (1) a node. */
  may(node: Node, { euid, egid, groups, caps }: Creds, want: number): boolean {
    if (euid === 0) return want !== 1 || node.kind === 'dir' || (node.mode & 0o111) !== 0;
    if (caps.includes('cap_dac_override')) return true;
    if (caps.includes('cap_dac_read_search') && (want === 4 || (want === 1 && node.kind === 'dir'))) return true;
    const inGroup = egid === node.gid || groups.includes(node.gid);
    const bits = euid === node.uid ? node.mode >> 6 : inGroup ? node.mode >> 3 : node.mode;
    return (bits & want) !== 0;
  }

  /** Returns the absolute path without `.`, `..` and double slashes; links are not resolved. */
  absolute(path: string, cwd: string): string {
    const parts: string[] = [];
    for (const part of `${path.startsWith('/') ? '' : cwd}/${path}`.split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '' && part !== '.') parts.push(part);
    }
    return `/${parts.join('/')}`;
  }

  /**
   * Resolves a path.
   * @param follow whether a link at its end is followed
   * @returns the folder that contains the last name, that name, and its node, if any
   */
  walk(
    path: string,
    cwd: string,
    creds: Creds,
    follow = true,
    depth = 0,
  ): { parent: Node; name: string; node: Node | undefined; path: string } {
    if (path === '') throw new FileError('No such file or directory');
    if (path.length > 1000) throw new FileError('File name too long');
    if (depth > 8) throw new FileError('Too many levels of symbolic links');
    const trail: { node: Node; name: string }[] = [{ node: this.root, name: '' }];
    const parts = `${path.startsWith('/') ? '' : cwd}/${path}`.split('/').filter((part) => part !== '' && part !== '.');
    for (const [i, part] of parts.entries()) {
      const here = trail.at(-1)?.node ?? this.root;
      if (here.kind !== 'dir') throw new FileError('Not a directory');
      if (!this.may(here, creds, 1)) throw new FileError('Permission denied');
      if (part === '..') {
        if (trail.length > 1) trail.pop();
        continue;
      }
      const next = here.children.get(part);
      const isLast = i === parts.length - 1;
      const where = trail.map(({ name }) => name).join('/') || '/';
      if (next?.kind === 'link' && (follow || !isLast)) {
        const rest = parts.slice(i + 1).join('/');
        return this.walk(`${next.content}${rest ? `/${rest}` : ''}`, where, creds, follow, depth + 1);
      }
      if (!next) {
        if (!isLast) throw new FileError('No such file or directory');
        return { parent: here, name: part, node: undefined, path: `${where === '/' ? '' : where}/${part}` };
      }
      trail.push({ node: next, name: part });
    }
    const last = trail.at(-1);
    const node = last?.node ?? this.root;
    if (path.endsWith('/') && node.kind !== 'dir') throw new FileError('Not a directory');
    return {
      parent: trail.at(-2)?.node ?? this.root,
      name: last?.name ?? '',
      node,
      path: trail.map(({ name }) => name).join('/') || '/',
    };
  }

  /** Returns the node at a path. */
  find(path: string, cwd: string, creds: Creds, follow = true): Node {
    const { node } = this.walk(path, cwd, creds, follow);
    if (!node) throw new FileError('No such file or directory');
    return node;
  }

  read(path: string, cwd: string, creds: Creds): string {
    const node = this.find(path, cwd, creds);
    if (!this.may(node, creds, 4)) throw new FileError('Permission denied');
    if (node.kind === 'dir') throw new FileError('Is a directory');
    return node.content;
  }

  list(node: Node, creds: Creds): [string, Node][] {
    if (!this.may(node, creds, 4)) throw new FileError('Permission denied');
    return [...node.children].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  write(path: string, cwd: string, creds: Creds, umask: number, text: string, append: boolean): Node {
    const { parent, name, node } = this.walk(path, cwd, creds);
    if (node?.kind === 'dir') throw new FileError('Is a directory');
    if (node && !this.may(node, creds, 2)) throw new FileError('Permission denied');
    const file =
      node ?? this.enter(parent, name, creds, () => this.make('file', 0o666 & ~umask, creds.euid, creds.egid));
    this.put(file, creds, append ? file.content + text : text);
    return file;
  }

  /** Writes to an open file. */
  put(file: Node, { euid }: Creds, content: string): void {
    if (file.program === 'null') return;
    if (content.length > MAX_BYTES) throw new FileError('No space left on device');
    file.content = content;
    file.changed = this.now();
    file.program = undefined;
    file.caps = undefined;
    // Writing to a file clears its special bits
    if (euid !== 0) file.mode &= ~(SETUID | SETGID);
  }

  /** Adds a node to a folder, either new or moved. */
  enter(parent: Node, name: string, creds: Creds, make: () => Node, isNew = true): Node {
    if (!this.may(parent, creds, 2) || !this.may(parent, creds, 1)) throw new FileError('Permission denied');
    if (name === '' || parent.children.has(name)) throw new FileError('File exists');
    if (name.length > 100) throw new FileError('File name too long');
    const node = make();
    if (isNew && parent.mode & SETGID) node.gid = parent.gid;
    parent.children.set(name, node);
    parent.changed = this.now();
    return node;
  }

  /** Removes a name from a folder. */
  leave(parent: Node, name: string, creds: Creds): void {
    const node = parent.children.get(name);
    if (!node) throw new FileError('No such file or directory');
    if (!this.may(parent, creds, 2) || !this.may(parent, creds, 1)) throw new FileError('Permission denied');
    const { euid } = creds;
    if (parent.mode & STICKY && euid !== 0 && euid !== node.uid && euid !== parent.uid) {
      throw new FileError('Operation not permitted');
    }
    parent.children.delete(name);
    parent.changed = this.now();
  }

  /** Frees space for new nodes when the last name is removed. */
  forget(node: Node): void {
    this.count--;
    for (const child of node.children.values()) this.forget(child);
  }

  chmod(node: Node, mode: number, creds: Creds): void {
    if (creds.euid !== 0 && creds.euid !== node.uid) throw new FileError('Operation not permitted');
    const foreign = creds.euid !== 0 && creds.egid !== node.gid && !creds.groups.includes(node.gid);
    node.mode = foreign ? mode & ~SETGID : mode;
  }

  chown(node: Node, uid: number, gid: number, creds: Creds): void {
    const mine = creds.euid === node.uid && uid === node.uid && (creds.groups.includes(gid) || gid === creds.egid);
    if (creds.euid !== 0 && !mine) throw new FileError('Operation not permitted');
    Object.assign(node, { uid, gid });
    if (node.kind === 'file') node.mode &= ~(SETUID | SETGID);
    node.caps = undefined;
  }
}

/** The names of a folder are that in its parent, its own dot, and the two dots of each of its subfolders. */
export const linksOf = ({ kind, children }: Node): number =>
  kind === 'dir' ? 2 + [...children.values()].filter((child) => child.kind === 'dir').length : 1;

/** `-rwxr-sr-t`, as `ls` writes it. */
export function modeText({ kind, mode }: Node): string {
  const three = (bits: number, special: number, mark: string): string => {
    const run = bits & 1 ? (special ? mark : 'x') : special ? mark.toUpperCase() : '-';
    return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${run}`;
  };
  const first = { file: '-', dir: 'd', link: 'l' }[kind];
  return `${first}${three(mode >> 6, mode & SETUID, 's')}${three(mode >> 3, mode & SETGID, 's')}${three(mode, mode & STICKY, 't')}`;
}

/** Parses a mode such as `755`, `u+s` or `go-w,a+x`; undefined if it is not one. */
export function modeFrom(text: string, before: number, isDir: boolean, umask: number): number | undefined {
  if (/^[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8);
  let mode = before;
  for (const clause of text.split(',')) {
    const [, who = '', changes = ''] = /^([ugoa]*)((?:[-+=][rwxXst]*)+)$/.exec(clause) ?? [];
    if (!changes) return undefined;
    for (const [, sign, letters = ''] of changes.matchAll(/([-+=])([rwxXst]*)/g)) {
      const whom = who === '' || who.includes('a') ? 'ugo' : who;
      let bits = 0;
      let field = 0;
      for (const [letter, shift, special] of [
        ['u', 6, SETUID],
        ['g', 3, SETGID],
        ['o', 0, 0],
      ] as const) {
        if (!whom.includes(letter)) continue;
        field |= (7 << shift) | special;
        const run = letters.includes('x') || (letters.includes('X') && (isDir || (before & 0o111) !== 0));
        bits |= ((letters.includes('r') ? 4 : 0) | (letters.includes('w') ? 2 : 0) | (run ? 1 : 0)) << shift;
        if (letters.includes('s')) bits |= special;
      }
      if (letters.includes('t')) bits |= STICKY;
      if (who === '') bits &= ~umask | 0o7000;
      mode = sign === '+' ? mode | bits : sign === '-' ? mode & ~bits : (mode & ~field) | bits;
    }
  }
  return mode;
}
