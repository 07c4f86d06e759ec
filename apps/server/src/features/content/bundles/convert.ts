import type { Colour } from '@hexpedition/contract';
import { type Diagnostic, Diagnostics, type Report } from '../diagnostics.ts';
import type { BundleFile, BundleFiles } from './bundle.ts';
import { topFolder } from './detect-format.ts';
import { oneLine } from './foreign-markdown.ts';

export interface ConvertOptions {
  /** Where the training goes; the continent is made if there is none of this slug. */
  continent?: { slug: string; name: string; colour: Colour };
  /** What the training is called, where the bundle does not say it: the name of the event. */
  name?: string;
  tier?: 0 | 1 | 2 | 3;
  /** Is told of each file before its texts are read. */
  onFile?: (file: string) => void;
}

/** What a bundle of others has become. */
export interface Converted {
  /** A folder as docs/authoring.md describes it. */
  files: BundleFiles;
  /** About files of the bundle, by their paths in it. */
  diagnostics: Diagnostic[];
  /** Every file of the bundle, once. */
  accounts: Account[];
}

interface Account {
  file: string;
  /** Whether learners get something of it; if not, a diagnostic says why. */
  became: 'content' | 'diagnosed';
}

/** What converters share: the files that come in, and what has become of them. */
export class Conversion {
  readonly input: BundleFiles;
  readonly options: Required<ConvertOptions>;
  readonly top: string;
  readonly diagnostics = new Diagnostics();
  readonly output = new Map<string, BundleFile>();
  readonly #used = new Set<string>();
  readonly #reported = new Set<string>();

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
    return (...fault) => {
      this.#reported.add(file);
      report(...fault);
    };
  }

  /** Notes that learners get something of a file. */
  use(file: string): void {
    this.#used.add(file);
  }

  /** Notes that the texts of a file are read now, which may take long. */
  begin(file: string): void {
    this.options.onFile(file);
  }

  /** A text of the bundle; undefined, and reported, where there is none that can be read. */
  async text(file: string): Promise<string | undefined> {
    const bytes = await this.input.get(file)?.bytes();
    if (!bytes) return undefined;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\0', '\ufffd');
    } catch {
      this.report(file)(1, 'file-encoding', 'This is not a text in UTF-8; save it as one.', 'warning');
      return undefined;
    }
  }

  /** @param advice what to do about a file that nothing names */
  finish(advice: (file: string) => string): Converted {
    for (const file of this.input.keys()) {
      if (this.#used.has(file) || this.#reported.has(file)) continue;
      const message = `Nothing names this file, so that it is left out. ${advice(file)}`;
      this.report(file)(1, 'file-unused', message, 'warning');
    }
    const accounts = [...this.input.keys()].map(
      (file): Account => ({ file, became: this.#used.has(file) ? 'content' : 'diagnosed' }),
    );
    return { files: this.output, diagnostics: this.diagnostics.list(), accounts };
  }
}

/** Reports faults of a text that begins on a line of its file. */
export const inside =
  (report: Report, firstLine: number): Report =>
  (line, ...fault) =>
    report(firstLine + line - 1, ...fault);
