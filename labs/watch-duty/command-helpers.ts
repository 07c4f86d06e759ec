import { FileError } from './files.ts';
import type { Call } from './system.ts';

const nameOf = ({ args }: Call): string => (args[0] ?? '').split('/').at(-1) ?? '';

/** Prints an error with the name of the program. */
export function complain(call: Call, text: string, status = 1): number {
  call.io.err(`${nameOf(call)}: ${text}\n`);
  return status;
}

/** Parses short options (`-l`), long options (`--all`) and arguments. Reports an unknown short option and returns undefined. */
export function options(call: Call, letters: string): { flags: Set<string>; rest: string[] } | undefined {
  const flags = new Set<string>();
  const rest: string[] = [];
  let open = true;
  for (const arg of call.args.slice(1)) {
    if (open && arg === '--') open = false;
    else if (open && arg.startsWith('--')) flags.add(arg.slice(2));
    else if (open && arg.length > 1 && arg.startsWith('-')) {
      for (const letter of arg.slice(1)) {
        if (!letters.includes(letter)) {
          complain(call, `invalid option -- '${letter}'`, 2);
          return undefined;
        }
        flags.add(letter);
      }
    } else rest.push(arg);
  }
  return { flags, rest };
}

/** Runs an action for each path, and prints the system's errors. */
export function forEachPath(call: Call, paths: string[], what: (path: string) => void, verb = ''): number {
  let status = 0;
  for (const path of paths) {
    call.engine.spend();
    try {
      what(path);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      status = complain(call, verb ? `${verb} '${path}': ${error.message}` : `${path}: ${error.message}`);
    }
  }
  return status;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const two = (number: number): string => String(number).padStart(2, '0');

/** `Oct 14 02:41`, as in lists. */
export function listDate(milliseconds: number): string {
  const date = new Date(milliseconds);
  const day = `${MONTHS[date.getUTCMonth()]} ${String(date.getUTCDate()).padStart(2)}`;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

/** Formats a date with the placeholders of `date`. */
export function formatDate(milliseconds: number, format: string): string {
  const date = new Date(milliseconds);
  const signs: Record<string, string> = {
    Y: String(date.getUTCFullYear()),
    m: two(date.getUTCMonth() + 1),
    d: two(date.getUTCDate()),
    H: two(date.getUTCHours()),
    M: two(date.getUTCMinutes()),
    S: two(date.getUTCSeconds()),
    a: DAYS[date.getUTCDay()] ?? '',
    b: MONTHS[date.getUTCMonth()] ?? '',
    s: String(Math.floor(milliseconds / 1000)),
    Z: 'UTC',
    n: '\n',
    '%': '%',
  };
  const full = format.replaceAll('%F', '%Y-%m-%d').replaceAll('%T', '%H:%M:%S').replaceAll('%R', '%H:%M');
  return full.replace(/%(.)/g, (all, sign: string) => signs[sign] ?? all);
}

/** Escapes of `printf` and `echo -e`. */
export const unescaped = (text: string): string =>
  text.replace(/\\(n|t|r|\\|e|0[0-7]{1,3}|x[0-9a-fA-F]{1,2})/g, (_, sign: string) => {
    if (sign[0] === '0') return String.fromCharCode(Number.parseInt(sign, 8));
    if (sign[0] === 'x') return String.fromCharCode(Number.parseInt(sign.slice(1), 16));
    return { n: '\n', t: '\t', r: '\r', e: '\u001b', '\\': '\\' }[sign] ?? sign;
  });
