import { complain, forEachPath, listDate, options } from './command-helpers.ts';
import { FileError, linksOf, modeText, type Node } from './files.ts';
import type { Call, Program } from './system.ts';
import { groupOf, userOf } from './users.ts';

const size = ({ kind, content }: Node): number => (kind === 'dir' ? 4096 : Buffer.byteLength(content));
const arrow = (node: Node): string => (node.kind === 'link' ? ` -> ${node.content}` : '');

function lines(entries: [string, Node][], numeric: boolean): string {
  const rows = entries.map(([name, node]) => [
    modeText(node),
    String(linksOf(node)),
    numeric ? String(node.uid) : userOf(node.uid),
    numeric ? String(node.gid) : groupOf(node.gid),
    String(size(node)),
    listDate(node.changed),
    name + arrow(node),
  ]);
  const width = (i: number) => Math.max(...rows.map((row) => row[i]?.length ?? 0));
  const [links, users, groups, sizes] = [width(1), width(2), width(3), width(4)];
  return rows
    .map(
      ([mode, link = '', user = '', group = '', bytes = '', date, name]) =>
        `${mode} ${link.padStart(links)} ${user.padEnd(users)} ${group.padEnd(groups)} ${bytes.padStart(sizes)} ${date} ${name}\n`,
    )
    .join('');
}

export const ls: Program = (call) => {
  const given = options(call, 'laAdnR1hitrsF');
  if (!given) return 2;
  const { flags, rest } = given;
  const { engine, frame, io } = call;
  const { files } = engine;
  const long = flags.has('l') || flags.has('n');
  const print = (entries: [string, Node][]) => {
    const sorted = flags.has('t') ? entries.sort(([, a], [, b]) => b.changed - a.changed) : entries;
    if (flags.has('r')) sorted.reverse();
    if (sorted.length === 0) return;
    if (long) io.out(lines(sorted, flags.has('n')));
    else io.out(`${sorted.map(([name]) => name).join(io.terminal && !flags.has('1') ? '  ' : '\n')}\n`);
  };
  const paths = rest.length > 0 ? rest : ['.'];
  const plain: [string, Node][] = [];
  const folders: string[] = [];
  const status = forEachPath(
    call,
    paths,
    (path) => {
      const node = files.find(path, frame.cwd, frame.creds, !long || path.endsWith('/'));
      if (node.kind === 'dir' && !flags.has('d')) folders.push(path);
      else plain.push([path, node]);
    },
    'cannot access',
  );
  print(plain);
  const show = (path: string, alone: boolean): number => {
    engine.spend();
    try {
      const folder = files.find(path, frame.cwd, frame.creds);
      let entries = files.list(folder, frame.creds);
      if (!flags.has('a') && !flags.has('A')) entries = entries.filter(([name]) => !name.startsWith('.'));
      if (flags.has('a')) {
        const above = files.find(`${path}/..`, frame.cwd, frame.creds);
        entries = [['.', folder], ['..', above], ...entries];
      }
      if (!alone) io.out(`${path}:\n`);
      if (long) io.out(`total ${entries.reduce((sum, [, node]) => sum + Math.ceil(size(node) / 4096) * 4, 0)}\n`);
      print(entries);
      if (!flags.has('R')) return 0;
      const inner = entries.filter(([name, node]) => node.kind === 'dir' && name !== '.' && name !== '..');
      return Math.max(
        0,
        ...inner.map(([name]) => {
          io.out('\n');
          return show(`${path === '/' ? '' : path}/${name}`, false);
        }),
      );
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return complain(call, `cannot open directory '${path}': ${error.message}`, 2);
    }
  };
  const inside = folders.map((path, i) => {
    if (i > 0 || plain.length > 0) io.out('\n');
    return show(path, folders.length === 1 && plain.length === 0 && status === 0 && !flags.has('R'));
  });
  return Math.max(status > 0 ? 2 : 0, ...inside);
};

export const stat: Program = (call) => {
  const { args, engine, frame, io } = call;
  const formatAt = args.findIndex((arg) => arg === '-c' || arg.startsWith('--format='));
  const format = args[formatAt]?.startsWith('--format=') ? args[formatAt]?.slice(9) : args[formatAt + 1];
  const paths = args
    .slice(1)
    .filter((arg, i) => !arg.startsWith('-') && !(formatAt >= 0 && args[formatAt] === '-c' && i === formatAt));
  if (paths.length === 0) return complain(call, 'missing operand');
  return forEachPath(
    call,
    paths,
    (path) => {
      const node = engine.files.find(path, frame.cwd, frame.creds, false);
      const octal = node.mode.toString(8);
      const signs: Record<string, string> = {
        a: octal,
        A: modeText(node),
        U: userOf(node.uid),
        u: String(node.uid),
        G: groupOf(node.gid),
        g: String(node.gid),
        n: path,
        s: String(size(node)),
        y: new Date(node.changed).toISOString(),
      };
      if (formatAt >= 0) {
        io.out(`${(format ?? '').replace(/%(.)/g, (all, sign: string) => signs[sign] ?? all)}\n`);
        return;
      }
      io.out(
        `  File: ${path}${arrow(node)}\n  Size: ${size(node)}\nAccess: (${octal.padStart(4, '0')}/${modeText(node)})  Uid: (${node.uid}/${userOf(node.uid)})   Gid: (${node.gid}/${groupOf(node.gid)})\nModify: ${new Date(node.changed).toISOString()}\n`,
      );
    },
    'cannot statx',
  );
};

export const file: Program = (call) => {
  const { args, engine, frame, io } = call;
  return forEachPath(
    call,
    args.slice(1).filter((arg) => !arg.startsWith('-')),
    (path) => {
      const node = engine.files.find(path, frame.cwd, frame.creds, false);
      const special = `${node.mode & 0o4000 ? 'setuid ' : ''}${node.mode & 0o2000 ? 'setgid ' : ''}${node.mode & 0o1000 ? 'sticky ' : ''}`;
      io.out(`${path}: ${special}${kindOf(node, call)}\n`);
    },
  );
};

function kindOf(node: Node, { engine, frame }: Call): string {
  if (node.kind === 'dir') return 'directory';
  if (node.kind === 'link') return `symbolic link to ${node.content}`;
  if (node.program === 'null') return 'character special (1/3)';
  if (!engine.files.may(node, frame.creds, 4)) return 'regular file, no read permission';
  if (node.program) return 'ELF 64-bit LSB pie executable, x86-64, dynamically linked, stripped';
  if (node.content === '') return 'empty';
  const first = /^#!\s*(\S+)/.exec(node.content)?.[1];
  return first ? `${first === '/bin/sh' ? 'POSIX shell' : first} script, ASCII text executable` : 'ASCII text';
}

/** Files with capabilities. */
export const getcap: Program = (call) => {
  const given = options(call, 'rnv');
  if (!given) return 1;
  const { engine, frame, io } = call;
  const { files } = engine;
  const show = (path: string, node: Node): void => {
    engine.spend();
    if (node.caps) io.out(`${path} ${node.caps}\n`);
    if (node.kind !== 'dir' || !given.flags.has('r')) return;
    if (!files.may(node, frame.creds, 4) || !files.may(node, frame.creds, 1)) {
      call.io.err(`${path}: Permission denied\n`);
      return;
    }
    for (const [name, child] of files.list(node, frame.creds)) show(`${path === '/' ? '' : path}/${name}`, child);
  };
  if (given.rest.length === 0) return complain(call, 'usage: getcap [-r] <filename> …');
  return forEachPath(call, given.rest, (path) => show(path, files.find(path, frame.cwd, frame.creds)));
};
