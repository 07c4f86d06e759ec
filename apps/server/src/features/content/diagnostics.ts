import { editDistance } from '#platform/text';

/** One thing that an author got wrong, or should know. Files are relative to the curriculum's folder. */
export interface Diagnostic {
  severity: 'error' | 'warning';
  file: string;
  /** 1-based; 1 when the fault is the whole file's. */
  line: number;
  /** Stable, for tools: `id-duplicate`, `quiz-right-answers`, … */
  code: string;
  message: string;
}

/** Receives faults of one file; the collector adds the file's name. */
export type Report = (line: number, code: string, message: string, severity?: Diagnostic['severity']) => void;

/** Nobody reads more; and a small zip can have millions, which would fill the memory of whoever shows them. */
const most = { ofOneFile: 100, inAll: 5_000 };

/** Faults of one file: how many are listed, how many are not, and where the first of those is. */
interface Tally {
  listed: number;
  more: number;
  line: number;
  severity: Diagnostic['severity'];
}

/**
 * Collects the faults of a whole run, so that one broken file does not hide those of the others. Of a file with very
 * many the first are listed, and how many more there are.
 */
export class Diagnostics {
  readonly #all: Diagnostic[] = [];
  readonly #files = new Map<string, Tally>();

  /** A reporter for one file. */
  for(file: string): Report {
    return (line, code, message, severity = 'error') => {
      this.add({ severity, file, line, code, message });
    };
  }

  add(diagnostic: Diagnostic): void {
    const { file, line, code, severity } = diagnostic;
    const tally = this.#files.get(file) ?? { listed: 0, more: 0, line, severity: 'warning' };
    this.#files.set(file, tally);
    // Each file has its first one listed, whatever the others have.
    const isOver = tally.listed >= most.ofOneFile || (tally.listed > 0 && this.#all.length >= most.inAll);
    if (isOver && code !== notListed) {
      if (tally.more === 0) tally.line = line;
      tally.more += 1;
      if (severity === 'error') tally.severity = 'error';
      return;
    }
    tally.listed += 1;
    this.#all.push(diagnostic);
  }

  /** What says how many are not listed. */
  #rest(): Diagnostic[] {
    return [...this.#files].flatMap(([file, { more, line, severity }]) => {
      const count = more === 1 ? 'One more fault of this file is' : `${more} more faults of this file are`;
      const message = `${count} not listed. Mend the others first.`;
      return more === 0 ? [] : [{ severity, file, line, code: notListed, message }];
    });
  }

  get hasErrors(): boolean {
    return [...this.#all, ...this.#rest()].some((diagnostic) => diagnostic.severity === 'error');
  }

  /** By file, then line, then code: the same order on every run. */
  list(): Diagnostic[] {
    return [...this.#all, ...this.#rest()].sort(
      (a, b) => compare(a.file, b.file) || a.line - b.line || compare(a.code, b.code) || compare(a.message, b.message),
    );
  }
}

const notListed = 'not-listed';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `, did you mean "tier"?` when one of the known words is close enough to be a slip, else nothing. */
export function didYouMean(word: string, known: Iterable<string>): string {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const d = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best === undefined ? '' : `, did you mean "${best}"?`;
}
