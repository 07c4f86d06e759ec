import type { LabManifest, ManifestProblem } from './manifest.ts';
import { applySolution } from './solution.ts';

/** Folder of a lab with changes that do not fix its vulnerability. The judge of repairs must refuse each of them. */
const FOLDER = 'false-fixes/';
const MIN_REASON = 20;

/** A change that does not fix a lab's vulnerability, although it may look as if it did. */
export interface FalseFix {
  /** Name of its patch, without the extension. */
  name: string;
  /** Reason why it is no fix. */
  reason: string;
  /** Name → text of each file that it changes. */
  files: Record<string, string>;
}

/**
 * Reads `false-fixes/<name>.patch`: the reason why the change is no fix, and below it a unified diff against the lab's sources.
 * @param files path → contents of the lab's folder
 */
export function readFalseFixes(
  files: Map<string, Buffer>,
  { repair }: Pick<LabManifest, 'repair'>,
): { falseFixes: FalseFix[]; problems: ManifestProblem[] } {
  const falseFixes: FalseFix[] = [];
  const problems: ManifestProblem[] = [];
  for (const [file, content] of files) {
    if (!file.startsWith(FOLDER)) continue;
    const report = (message: string, line = 1) => problems.push({ file, line, message });
    const name = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.patch$/.exec(file.slice(FOLDER.length))?.[1];
    if (!repair) report('lab.yaml has no repair');
    else if (name === undefined) report('this folder holds patches only, named <lower-case-words>.patch');
    else {
      const text = content.toString('utf8');
      const start = /^--- /m.exec(text)?.index ?? text.length;
      const reason = text.slice(0, start).trim();
      if (reason.length < MIN_REASON) report('state above the first "--- a/" why this change is no fix');
      const before = text.slice(0, start).split('\n').length - 1;
      const { solved, problems: wrong } = applySolution(text.slice(start), files);
      for (const { line, message } of wrong) report(message, before + line);
      for (const [path, { line }] of solved) {
        if (!repair.files.includes(path))
          report(`this patch changes ${path}, which is not listed in repair.files`, before + line);
      }
      const texts = [...solved].map(([path, changed]) => [path, changed.content.toString('utf8')] as const);
      falseFixes.push({ name, reason, files: Object.fromEntries(texts) });
    }
  }
  return { falseFixes, problems };
}
