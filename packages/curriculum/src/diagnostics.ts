import { editDistance } from './edit-distance.ts';

/** One error or warning for an author. File paths are relative to the curriculum's folder. */
export interface Diagnostic {
  severity: 'error' | 'warning';
  file: string;
  /** 1-based; 1 when the problem concerns the whole file. */
  line: number;
  /** Stable code for tools: `id-duplicate`, `quiz-right-answers`, … */
  code: string;
  message: string;
}

/** Receives the problems of one file; the collector adds the file name. */
export type Report = (line: number, code: string, message: string, severity?: Diagnostic['severity']) => void;

/**
 * Limits on listed diagnostics. A small zip can have millions, which would exhaust the memory of the process that
 * shows them.
 */
const maxListed = { perFile: 100, total: 5_000 };

/** Counts for one file: listed and omitted problems, and the line of the first omitted one. */
interface FileCount {
  listed: number;
  omitted: number;
  line: number;
  severity: Diagnostic['severity'];
}

/**
 * Collects the problems of a whole run, so that one broken file does not hide those of the others. For a file with
 * very many problems it lists the first ones and how many more there are.
 */
export class Diagnostics {
  readonly #all: Diagnostic[] = [];
  readonly #files = new Map<string, FileCount>();

  /** Returns a reporter for one file. */
  for(file: string): Report {
    return (line, code, message, severity = 'error') => {
      this.add({ severity, file, line, code, message });
    };
  }

  add(diagnostic: Diagnostic): void {
    const { file, line, code, severity } = diagnostic;
    const count = this.#files.get(file) ?? { listed: 0, omitted: 0, line, severity: 'warning' };
    this.#files.set(file, count);
    // At least one problem of each file is listed, even above the total limit.
    const exceedsLimit = count.listed >= maxListed.perFile || (count.listed > 0 && this.#all.length >= maxListed.total);
    if (exceedsLimit && code !== notListed) {
      if (count.omitted === 0) count.line = line;
      count.omitted += 1;
      if (severity === 'error') count.severity = 'error';
      return;
    }
    count.listed += 1;
    this.#all.push(diagnostic);
  }

  /** Returns one diagnostic per file that says how many problems are not listed. */
  #omittedNotices(): Diagnostic[] {
    return [...this.#files].flatMap(([file, { omitted, line, severity }]) => {
      const count = omitted === 1 ? 'One more problem of this file is' : `${omitted} more problems of this file are`;
      const message = `${count} not listed. Fix the others first.`;
      return omitted === 0 ? [] : [{ severity, file, line, code: notListed, message }];
    });
  }

  get hasErrors(): boolean {
    return [...this.#all, ...this.#omittedNotices()].some((diagnostic) => diagnostic.severity === 'error');
  }

  /** Sorted by file, line and code: the same order on every run. */
  list(): Diagnostic[] {
    return [...this.#all, ...this.#omittedNotices()].sort(
      (a, b) => compare(a.file, b.file) || a.line - b.line || compare(a.code, b.code) || compare(a.message, b.message),
    );
  }
}

const notListed = 'not-listed';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns `, did you mean "tier"?` if a known word is close enough to be a typo, else an empty string. */
export function didYouMean(word: string, known: Iterable<string>): string {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best === undefined ? '' : `, did you mean "${best}"?`;
}
