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

/** Collects the faults of a whole run, so that one broken file does not hide those of the others. */
export class Diagnostics {
  readonly #all: Diagnostic[] = [];

  /** A reporter for one file. */
  for(file: string): Report {
    return (line, code, message, severity = 'error') => {
      this.#all.push({ severity, file, line, code, message });
    };
  }

  add(diagnostic: Diagnostic): void {
    this.#all.push(diagnostic);
  }

  get hasErrors(): boolean {
    return this.#all.some((diagnostic) => diagnostic.severity === 'error');
  }

  /** By file, then line, then code: the same order on every run. */
  list(): Diagnostic[] {
    return [...this.#all].sort(
      (a, b) => compare(a.file, b.file) || a.line - b.line || compare(a.code, b.code) || compare(a.message, b.message),
    );
  }
}

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
