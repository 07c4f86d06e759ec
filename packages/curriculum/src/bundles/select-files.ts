import { isDeviceName } from '@hexpedition/contract';
import type { Diagnostic } from '../diagnostics.ts';
import type { BundleLimits } from './bundle-files.ts';

/** A file of a zip or a folder before it is read. The path of a folder ends with `/`. */
export interface BundleEntry {
  path: string;
  size: number;
  /** Reason why it cannot be read. */
  problem?: Problem;
}

interface Problem {
  code: string;
  message: string;
}

/** Codes of files that are beyond a limit. They may be needed, so our own format reports them as errors. */
export const limitCodes: ReadonlySet<string> = new Set(['file-large', 'too-many-files', 'total-large']);

export const linkProblem: Problem = {
  code: 'link',
  message: 'This is a symbolic link, so it is left out. Replace it with the file if learners need it.',
};
export const deviceProblem: Problem = {
  code: 'device',
  message: 'This is neither a file nor a folder, so it is left out. Remove it.',
};
export const encodingProblem: Problem = {
  code: 'name-encoding',
  message: 'The name of this file is not in UTF-8, so it is left out. Rename it.',
};

/** Texts are read whole and parsed. Real ones are small, and a hostile one must not block the server. */
const isText = (path: string): boolean => /\.(md|ya?ml|svg|vtt)$/i.test(path);
/** The history of a checkout is no content and exceeds the file limit. */
const isHistory = (path: string): boolean => /(^|\/)\.git(\/|$)/.test(path);
/** Maximum number of files that are named for one reason. */
const maxNamed = 100;

/**
 * Selects the files of a bundle. Leaves out files that cannot be read, have an unsafe name or exceed a limit, each with
 * a warning. Beyond the limits texts are kept before other files, because they are what lessons are made of.
 */
export function selectFiles<E extends BundleEntry>(
  entries: readonly E[],
  limits: BundleLimits,
): { selected: E[]; leftOut: Diagnostic[] } {
  const leftOut = new LeftOut();
  const names = new UniqueNames();
  const readable = entries.filter((entry) => {
    if (isHistory(entry.path)) return false;
    const isFolder = entry.path.endsWith('/');
    const problem =
      entry.problem ?? (isFolder ? undefined : (findPathProblem(entry.path, limits) ?? findSizeProblem(entry, limits)));
    const found = problem ?? (isFolder ? undefined : names.findConflict(entry.path));
    if (found) leftOut.add(entry.path, found);
    return !found && !isFolder;
  });
  const selected = new Set<E>();
  const beyond = { files: [] as E[], total: [] as E[] };
  let total = 0;
  for (const entry of [
    ...readable.filter(({ path }) => isText(path)),
    ...readable.filter(({ path }) => !isText(path)),
  ]) {
    if (selected.size >= limits.files) beyond.files.push(entry);
    else if (total + entry.size > limits.total) beyond.total.push(entry);
    else {
      total += entry.size;
      selected.add(entry);
    }
  }
  leftOut.addAll(beyond.files, 'too-many-files', `The limit is ${limits.files} files`);
  leftOut.addAll(beyond.total, 'total-large', `The limit is ${limits.total / 1_000_000} MB for all files together`);
  return { selected: readable.filter((entry) => selected.has(entry)), leftOut: leftOut.diagnostics };
}

class LeftOut {
  readonly diagnostics: Diagnostic[] = [];
  readonly #counts = new Map<string, number>();

  add(path: string, { code, message }: Problem): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count > maxNamed) return;
    const text = count < maxNamed ? message : `${message} More files are left out for this reason.`;
    this.diagnostics.push({ severity: 'warning', file: displayPath(path), line: 1, code, message: text });
  }

  /** Reports all files beyond a limit in one line. */
  addAll(entries: readonly BundleEntry[], code: string, limit: string): void {
    const [first] = entries;
    if (!first) return;
    const files = entries.length === 1 ? 'this file is' : `${entries.length} files, from this one on, are`;
    this.add(first.path, { code, message: `${limit}, so ${files} left out. Set a higher limit for the import.` });
  }
}

/** Detects names that differ only by case or by Unicode normal form: they are the same file on many systems. */
class UniqueNames {
  readonly #files = new Map<string, string>();
  readonly #folders = new Map<string, string>();

  findConflict(path: string): Problem | undefined {
    const key = path.normalize('NFKC').toLowerCase().normalize('NFKC');
    const parts = key.split('/');
    const parents = parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join('/'));
    const other =
      this.#files.get(key) ??
      this.#folders.get(key) ??
      parents.map((folder) => this.#files.get(folder)).find((name) => name !== undefined);
    if (other !== undefined)
      return {
        code: 'name-twice',
        message: `This file and "${displayPath(other)}" are the same file on some systems, so this one is left out. Rename one of them.`,
      };
    this.#files.set(key, path);
    for (const folder of parents) this.#folders.set(folder, path);
    return undefined;
  }
}

function findSizeProblem({ path, size }: BundleEntry, limits: BundleLimits): Problem | undefined {
  const limit = isText(path) ? limits.text : limits.file;
  if (size <= limit) return undefined;
  return {
    code: 'file-large',
    message: `This file is larger than ${limit / 1_000_000} MB, so it is left out. Make it smaller if learners need it.`,
  };
}

const unsafeCharacters = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

function findPathProblem(path: string, limits: BundleLimits): Problem | undefined {
  const unsafe = (why: string): Problem => ({
    code: 'name-unsafe',
    message: `The path ${why}, so this file is left out. Rename it if learners need it.`,
  });
  if (Buffer.byteLength(path) > limits.path)
    return {
      code: 'name-long',
      message: `The path is longer than ${limits.path} bytes, so this file is left out. Shorten the names if learners need it.`,
    };
  if (path.search(unsafeCharacters) >= 0) return unsafe('contains invisible characters');
  if (path.includes('\\')) return unsafe('contains a backslash');
  if (path.startsWith('/')) return unsafe('is absolute');
  if (path.includes(':')) return unsafe('contains a colon');
  const parts = path.split('/');
  if (parts.length > limits.depth)
    return {
      code: 'name-deep',
      message: `This file is deeper than ${limits.depth} folders, so it is left out. Move it up if learners need it.`,
    };
  if (parts.some((part) => ['', '.', '..'].includes(part))) return unsafe('contains an empty, "." or ".." segment');
  return parts.some(isDeviceName) ? unsafe('contains a name that Windows reserves for a device') : undefined;
}

/** Shortens a path and replaces characters that cannot be stored or would change how a line is displayed. */
const displayPath = (path: string): string => {
  const text = path.replace(unsafeCharacters, '\ufffd');
  return text.length > 200 ? `${text.slice(0, 199).replace(/[\ud800-\udbff]$/, '')}…` : text;
};
