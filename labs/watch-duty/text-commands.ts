import { complain, forEachPath, options, unescaped } from './command-helpers.ts';
import { fitsExpression } from './match.ts';
import type { Call, Program } from './system.ts';

/** Returns the text of each path, or the standard input without paths. */
function eachText(call: Call, paths: string[], use: (text: string, path: string) => void): number {
  const { engine, frame, io } = call;
  if (paths.length === 0) {
    use(io.stdin, '');
    return 0;
  }
  return forEachPath(call, paths, (path) =>
    use(path === '-' ? io.stdin : engine.files.read(path, frame.cwd, frame.creds), path),
  );
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const joined = (lines: string[]): string => lines.map((line) => `${line}\n`).join('');

/** Makes a program that transforms each text. */
const filter =
  (letters: string, change: (text: string, flags: Set<string>) => string): Program =>
  (call) => {
    const given = options(call, letters);
    if (!given) return 1;
    return eachText(call, given.rest, (text) => call.io.out(change(text, given.flags)));
  };

export const cat = filter('nAev', (text, flags) =>
  flags.has('n')
    ? linesOf(text)
        .map((line, i) => `${String(i + 1).padStart(6)}\t${line}\n`)
        .join('')
    : text,
);
export const tac = filter('', (text) => joined(linesOf(text).reverse()));
export const sort = filter('ru', (text, flags) => {
  const lines = linesOf(text).sort();
  if (flags.has('r')) lines.reverse();
  return joined(flags.has('u') ? [...new Set(lines)] : lines);
});
export const uniq = filter('', (text) => joined(linesOf(text).filter((line, i, all) => line !== all[i - 1])));
export const strings = filter('a', (text) => joined(text.split(/[^\x20-\x7e]+/).filter((part) => part.length >= 4)));
export const base64 = filter('dw', (text, flags) =>
  flags.has('d') ? Buffer.from(text, 'base64').toString('utf8') : `${Buffer.from(text).toString('base64')}\n`,
);

export const wc: Program = (call) => {
  const given = options(call, 'lwc');
  if (!given) return 1;
  return eachText(call, given.rest, (text, path) => {
    const numbers = [
      ['l', text.split('\n').length - 1],
      ['w', text.split(/\s+/).filter(Boolean).length],
      ['c', Buffer.byteLength(text)],
    ] as const;
    const shown = numbers.filter(([letter]) => given.flags.size === 0 || given.flags.has(letter));
    call.io.out(`${shown.map(([, number]) => number).join(' ')}${path ? ` ${path}` : ''}\n`);
  });
};

/** The first or the last lines. */
const part =
  (cut: (lines: string[], count: number) => string[]): Program =>
  (call) => {
    let count = 10;
    const paths: string[] = [];
    const args = call.args.slice(1);
    for (let i = 0; i < args.length; i++) {
      const arg = args[i] ?? '';
      const number = /^-n?(\d{1,6})$/.exec(arg)?.[1] ?? (arg === '-n' ? args[++i] : undefined);
      if (number !== undefined) count = Math.abs(Number(number)) || 0;
      else if (arg.startsWith('-') && arg !== '-') return complain(call, `invalid option '${arg}'`);
      else paths.push(arg);
    }
    return eachText(call, paths, (text, path) => {
      if (paths.length > 1) call.io.out(`==> ${path} <==\n`);
      call.io.out(joined(cut(linesOf(text), count)));
    });
  };
export const head = part((lines, count) => lines.slice(0, count));
export const tail = part((lines, count) => (count === 0 ? [] : lines.slice(-count)));

export const cut: Program = (call) => {
  let [delimiter, fields] = ['\t', ''];
  const paths: string[] = [];
  const args = call.args.slice(1);
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (arg.startsWith('-d')) delimiter = arg.slice(2) || (args[++i] ?? '\t');
    else if (arg.startsWith('-f')) fields = arg.slice(2) || (args[++i] ?? '');
    else paths.push(arg);
  }
  const numbers = fields.split(',').map(Number);
  if (!fields || numbers.some((number) => !(number > 0)))
    return complain(call, 'you must specify a list of fields, as -f1,3');
  return eachText(call, paths, (text) => {
    const lines = linesOf(text).map((line) =>
      numbers.map((number) => line.split(delimiter)[number - 1] ?? '').join(delimiter),
    );
    call.io.out(joined(lines));
  });
};

export const grep: Program = (call) => {
  const given = options(call, 'EFGrRinvlcqhsHow');
  if (!given) return 2;
  const { engine, frame, io } = call;
  const { flags, rest } = given;
  const [expression, ...paths] = rest;
  if (expression === undefined) return complain(call, 'usage: grep [OPTION]... PATTERNS [FILE]...', 2);
  const lower = (text: string) => (flags.has('i') ? text.toLowerCase() : text);
  const purse = { left: 300_000 };
  const fits = (line: string) =>
    (flags.has('F')
      ? lower(line).includes(lower(expression))
      : fitsExpression(lower(expression), lower(line), purse)) !== flags.has('v');
  const deep = flags.has('r') || flags.has('R');
  let [any, problem] = [false, 0];
  const search = (text: string, path: string, named: boolean) => {
    const hits = linesOf(text).flatMap((line, i) => (fits(line) ? [{ line, number: i + 1 }] : []));
    any ||= hits.length > 0;
    const prefix = named && !flags.has('h') ? `${path}:` : '';
    if (flags.has('q') || (hits.length === 0 && !flags.has('c'))) return;
    if (flags.has('l')) io.out(`${path}\n`);
    else if (flags.has('c')) io.out(`${prefix}${hits.length}\n`);
    else io.out(joined(hits.map(({ line, number }) => prefix + (flags.has('n') ? `${number}:` : '') + line)));
  };
  const dive = (path: string): void => {
    engine.spend();
    const node = engine.files.find(path, frame.cwd, frame.creds);
    if (node.kind !== 'dir') {
      search(engine.files.read(path, frame.cwd, frame.creds), path, deep || paths.length > 1);
      return;
    }
    const names = deep
      ? engine.files.list(node, frame.creds).map(([name]) => `${path.replace(/\/$/, '')}/${name}`)
      : [];
    if (!deep) complain(call, `${path}: Is a directory`);
    problem = Math.max(problem, forEachPath(call, names, dive));
  };
  if (paths.length === 0 && !deep) search(io.stdin, '(standard input)', false);
  else problem = Math.max(problem, forEachPath(call, paths.length > 0 ? paths : ['.'], dive));
  return problem > 0 ? 2 : any ? 0 : 1;
};

export const printf: Program = ({ args, io }) => {
  const [format = '', ...values] = args.slice(1);
  let rest = values;
  do {
    const before = rest.length;
    io.out(
      unescaped(format).replace(/%([sdbc%])/g, (_, sign: string) => {
        if (sign === '%') return '%';
        const [value = '', ...others] = rest;
        rest = others;
        return sign === 'd' ? String(Number.parseInt(value, 10) || 0) : sign === 'b' ? unescaped(value) : value;
      }),
    );
    if (rest.length === before) break;
  } while (rest.length > 0);
  return 0;
};

export const tee: Program = (call) => {
  const given = options(call, 'a');
  if (!given) return 1;
  const { engine, frame, io } = call;
  io.out(io.stdin);
  return forEachPath(call, given.rest, (path) => {
    engine.files.write(path, frame.cwd, frame.creds, frame.umask, io.stdin, given.flags.has('a'));
  });
};
