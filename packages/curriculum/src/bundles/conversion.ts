import type { Colour } from '@hexpedition/contract';
import { type Diagnostic, Diagnostics, type Report } from '../diagnostics.ts';
import type { BundleFile, BundleFiles } from './bundle-files.ts';
import { topFolder } from './detect-format.ts';
import { oneLine } from './foreign-markdown.ts';

export interface ConvertOptions {
  /** Continent of the training; created if no continent has this slug. */
  continent?: { slug: string; name: string; colour: Colour };
  /** Name of the training for a bundle without one, for example the name of the event. */
  name?: string;
  tier?: 0 | 1 | 2 | 3;
  /** Called for each file before its texts are read. */
  onFile?: (file: string) => void;
}

/** Result of converting a foreign bundle. */
export interface ConvertedBundle {
  /** Files in the format that docs/authoring.md describes. */
  files: BundleFiles;
  /** Diagnostics about files of the bundle, by their paths in it. */
  diagnostics: Diagnostic[];
  /** Every file of the bundle, once. */
  outcomes: FileOutcome[];
}

interface FileOutcome {
  file: string;
  /** `content` if learners get something from the file; otherwise a diagnostic says why not. */
  outcome: 'content' | 'diagnosed';
}

/** State that converters share: the input files and what each of them was used for. */
export class Conversion {
  readonly input: BundleFiles;
  readonly options: Required<ConvertOptions>;
  readonly top: string;
  readonly diagnostics = new Diagnostics();
  readonly output = new Map<string, BundleFile>();
  readonly #used = new Set<string>();
  readonly #reported = new Set<string>();
  #last = '';

  constructor(input: BundleFiles, options: ConvertOptions) {
    this.input = new Map([...input].sort(([a], [b]) => (a < b ? -1 : 1)));
    this.top = topFolder(input);
    this.options = {
      continent: options.continent ?? { slug: 'imported', name: 'Imported', colour: 'blue' },
      name: oneLine(options.name ?? '', 60) || oneLine(this.top.slice(0, -1), 60) || 'Imported event',
      tier: options.tier ?? 0,
      onFile: options.onFile ?? (() => {}),
    };
  }

  report(file: string): Report {
    const report = this.diagnostics.for(file);
    return (...diagnostic) => {
      this.#reported.add(file);
      // A start tag and its end tag have the same problem.
      const key = JSON.stringify([file, ...diagnostic]);
      if (key !== this.#last) report(...diagnostic);
      this.#last = key;
    };
  }

  /** Records that learners get something from a file. */
  markUsed(file: string): void {
    this.#used.add(file);
  }

  /** Leaves out files for one reason, with one diagnostic, at the first of them. */
  leaveOut(files: readonly string[], code: string, message: string): void {
    for (const file of files) this.#reported.add(file);
    if (files[0] !== undefined) this.report(files[0])(1, code, message, 'warning');
  }

  /** Records that the texts of a file are read now, which may take long. */
  notifyFile(file: string): void {
    this.options.onFile(file);
  }

  /** Reads a file of the bundle as text. Returns undefined if it is missing, and reports it if it is not UTF-8. */
  async text(file: string): Promise<string | undefined> {
    const bytes = await this.input.get(file)?.bytes();
    if (!bytes) return undefined;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\0', '\ufffd');
    } catch {
      this.report(file)(1, 'file-encoding', 'This file is not UTF-8 text; save it as UTF-8.', 'warning');
      return undefined;
    }
  }

  /** @param advice what to do about files that nothing references */
  finish(advice: (files: readonly string[]) => string): ConvertedBundle {
    const files = [...this.input.keys()];
    const isNeeded = (file: string): boolean => this.#used.has(file) || this.#reported.has(file);
    for (const [path, unused] of groupUnused(files, isNeeded, this.top)) {
      const subject =
        unused.length === 1
          ? 'Nothing references this file, so it is left out.'
          : 'Nothing references the files of this folder, so they are left out.';
      this.report(path)(1, 'file-unused', `${subject} ${advice(unused)}`, 'warning');
    }
    const outcomes = files.map(
      (file): FileOutcome => ({ file, outcome: this.#used.has(file) ? 'content' : 'diagnosed' }),
    );
    return { files: this.output, diagnostics: this.diagnostics.list(), outcomes };
  }
}

/**
 * Groups unneeded files by the highest folder that contains no needed one: a checkout has thousands of them.
 * @returns their path, which ends with `/` for a folder, → the files
 */
function groupUnused(
  files: readonly string[],
  isNeeded: (file: string) => boolean,
  top: string,
): ReadonlyMap<string, string[]> {
  const foldersOf = (file: string): string[] => {
    const parts = file.slice(top.length).split('/').slice(0, -1);
    return parts.map((_, i) => `${top}${parts.slice(0, i + 1).join('/')}/`);
  };
  const needed = new Set(files.filter(isNeeded).flatMap(foldersOf));
  const groups = new Map<string, string[]>();
  for (const file of files) {
    if (isNeeded(file)) continue;
    const path = foldersOf(file).find((folder) => !needed.has(folder)) ?? file;
    groups.set(path, [...(groups.get(path) ?? []), file]);
  }
  return new Map([...groups].map(([path, group]) => [group.length === 1 ? (group[0] ?? path) : path, group]));
}

/** Shifts line numbers for a text that begins on `firstLine` of its file. */
export const withLineOffset =
  (report: Report, firstLine: number): Report =>
  (line, ...diagnostic) =>
    report(firstLine + line - 1, ...diagnostic);
