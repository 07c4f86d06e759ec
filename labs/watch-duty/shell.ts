import { FileError } from './files.ts';
import { fitsWildcard } from './match.ts';
import { LineError, type Piece, type Pipeline, parse, type Simple, type Word } from './parse-line.ts';
import type { Call, Frame, Io } from './system.ts';

const MAX_LENGTH = 64 * 1024;
/** Maximum length of a variable, and maximum number of variables. */
export const MAX_VALUE_LENGTH = 8 * 1024;
export const MAX_VALUES = 200;

/** Thrown by `exit` in a script. */
export class Exit extends Error {
  override name = 'Exit';
  readonly status: number;
  constructor(status: number) {
    super();
    this.status = status;
  }
}

/** Runs lines of shell; their changes to the frame stay. */
export function runText(text: string, call: Call): number {
  const { frame, io } = call;
  try {
    for (const pipeline of parse(text)) {
      const before = frame.status;
      if ((pipeline.join === '&&' && before !== 0) || (pipeline.join === '||' && before === 0)) continue;
      frame.status = runPipeline(pipeline, call);
    }
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    io.err(`bash: ${error.message}\n`);
    frame.status = 2;
  }
  return frame.status;
}

function runPipeline({ commands }: Pipeline, call: Call): number {
  const [only] = commands;
  if (commands.length === 1 && only) return runSimple(only, call.frame, call.io, call);
  let { stdin } = call.io;
  let status = 0;
  commands.forEach((command, i) => {
    const isLast = i === commands.length - 1;
    let output = '';
    const collect = (text: string) => {
      if (output.length < MAX_LENGTH) output += text;
    };
    // Each part of a pipe is a separate process
    const frame = { ...call.frame, env: new Map(call.frame.env) };
    const io = { ...call.io, stdin, terminal: false, out: isLast ? call.io.out : collect };
    try {
      status = runSimple(command, frame, io, call);
    } catch (error) {
      if (!(error instanceof Exit)) throw error;
      ({ status } = error);
    }
    stdin = output;
  });
  return status;
}

function runSimple({ words, redirections }: Simple, frame: Frame, given: Io, call: Call): number {
  call.engine.spend();
  const io = { ...given };
  const local: Frame = { ...frame, env: new Map(frame.env) };
  let at = 0;
  const assignments: [string, string][] = [];
  for (; at < words.length; at++) {
    const assignment = assignmentOf(words[at] ?? []);
    if (!assignment) break;
    const value = single(assignment.value, local, call).slice(0, MAX_VALUE_LENGTH);
    assignments.push([assignment.name, value]);
    local.env.set(assignment.name, value);
  }
  const args = words.slice(at).flatMap((word) => expand(word, frame, call));
  try {
    for (const { fd, how, to } of redirections) redirect(fd, how, single(to, frame, call), frame, io, call);
  } catch (error) {
    if (!(error instanceof RedirectionError)) throw error;
    given.err(`bash: ${error.message}\n`);
    return 1;
  }
  if (args.length === 0) {
    for (const [name, value] of assignments) if (frame.env.size < MAX_VALUES) frame.env.set(name, value);
    return 0;
  }
  // An assignment before a command is valid for this command only
  const own = assignments.length > 0 ? local : frame;
  try {
    return call.engine.command({ ...call, args, frame: own, io });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    given.err(`bash: ${args[0]}: write error: ${error.message}\n`);
    return 1;
  }
}

class RedirectionError extends Error {}

function redirect(
  fd: number,
  how: Simple['redirections'][number]['how'],
  to: string,
  frame: Frame,
  io: Io,
  call: Call,
): void {
  if (how === 'dup') {
    if (fd === 2 && to === '1') io.err = io.out;
    else if (fd === 1) io.out = io.err;
    return;
  }
  const { files } = call.engine;
  const { cwd, creds, umask } = frame;
  io.terminal = false;
  try {
    if (how === '<') {
      io.stdin = files.read(to, cwd, creds);
      return;
    }
    const file = files.write(to, cwd, creds, umask, '', how === '>>');
    // The file is open now, so neither its mode nor its name is checked again
    const write = (text: string) => files.put(file, creds, file.content + text);
    if (fd === 1 || how === 'both') io.out = write;
    if (fd === 2 || how === 'both') io.err = write;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new RedirectionError(`${to}: ${error.message}`);
  }
}

function assignmentOf(word: Word): { name: string; value: Word } | undefined {
  const [first, ...rest] = word;
  const [, name] = (first?.kind === 'text' && !first.quoted && /^([A-Za-z_]\w*)=/.exec(first.text)) || [];
  if (!first || !name) return undefined;
  return { name, value: [{ ...first, text: first.text.slice(name.length + 1) }, ...rest] };
}

function valueFor({ kind, text }: Piece, frame: Frame, call: Call): string {
  if (kind === 'text') return text;
  if (kind === 'command') return output(text, frame, call);
  if (text === '?') return String(frame.status);
  if (text === '$') return '4711';
  if (text === '#') return String(Math.max(0, frame.params.length - 1));
  if (text === '@' || text === '*') return frame.params.slice(1).join(' ');
  if (/^\d$/.test(text)) return frame.params[Number(text)] ?? '';
  return frame.env.get(text) ?? '';
}

/** Returns the output of a command in `$(…)`. */
function output(text: string, frame: Frame, call: Call): string {
  let said = '';
  const out = (more: string) => {
    if (said.length < MAX_LENGTH) said += more;
  };
  if (call.depth > 40) return '';
  const child = { ...frame, env: new Map(frame.env) };
  const io = { ...call.io, out, terminal: false };
  try {
    runText(text, { ...call, frame: child, io, depth: call.depth + 1 });
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  }
  return said.replace(/\n+$/, '');
}

/** Expands a word to one text, for assignments and redirections. */
const single = (word: Word, frame: Frame, call: Call): string =>
  tilde(word, frame)
    .map((piece) => valueFor(piece, frame, call))
    .join('')
    .slice(0, MAX_LENGTH);

/** Expands a word to its arguments. */
function expand(word: Word, frame: Frame, call: Call): string[] {
  // Pattern characters count only outside of quotes, so those inside are hidden meanwhile
  const fields: string[] = [''];
  let pattern = false;
  let any = false;
  for (const piece of tilde(word, frame)) {
    const value = valueFor(piece, frame, call).slice(0, MAX_LENGTH);
    if (piece.quoted) {
      any = true;
      fields.push((fields.pop() ?? '') + hide(value));
    } else if (piece.kind === 'text') {
      pattern ||= /[*?[]/.test(value);
      fields.push((fields.pop() ?? '') + value);
    } else {
      const [first = '', ...rest] = value.split(/[ \t\n]+/);
      fields.push((fields.pop() ?? '') + first, ...rest);
    }
  }
  return fields
    .slice(0, 500)
    .filter((field) => any || field !== '')
    .flatMap((field) => (pattern ? glob(field, frame, call) : [field]).map(show));
}

const HIDDEN = '\u{e000}';
const hide = (text: string): string =>
  text.replace(/[*?[\]]/g, (sign) => HIDDEN + String.fromCodePoint(0xe100 + sign.charCodeAt(0)));
const show = (text: string): string =>
  text.replace(/\u{e000}(.)/gu, (_, sign: string) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xe100));

const tilde = (word: Word, { env }: Frame): Word => {
  const [first, ...rest] = word;
  if (first?.kind !== 'text' || first.quoted || !/^~(\/|$)/.test(first.text)) return word;
  return [{ ...first, text: (env.get('HOME') ?? '') + first.text.slice(1) }, ...rest];
};

/** Returns the paths that match a pattern, or the pattern itself. */
function glob(pattern: string, frame: Frame, call: Call): string[] {
  if (!/[*?[]/.test(pattern)) return [pattern];
  const { files } = call.engine;
  const { creds, cwd } = frame;
  let found = [pattern.startsWith('/') ? '/' : ''];
  for (const part of pattern.split('/').filter((one) => one !== '')) {
    const next: string[] = [];
    for (const base of found) {
      call.engine.spend();
      if (!/[*?[]/.test(part)) {
        next.push(`${base}${part}/`);
        continue;
      }
      try {
        const folder = files.find(base || '.', cwd, creds);
        if (folder.kind !== 'dir') continue;
        for (const [name] of files.list(folder, creds)) {
          if ((!name.startsWith('.') || part.startsWith('.')) && fitsWildcard(part, name)) next.push(`${base}${name}/`);
        }
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
      }
    }
    found = next;
  }
  const paths = found
    .map((path) => path.replace(/\/$/, ''))
    .filter((path) => {
      try {
        return files.find(show(path), cwd, creds, false);
      } catch {
        return false;
      }
    });
  return paths.length > 0 ? paths : [pattern];
}
