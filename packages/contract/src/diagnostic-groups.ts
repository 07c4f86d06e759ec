/** This file must not import Zod, because a page imports it. */

interface Diagnostic {
  severity: 'error' | 'warning';
  file: string;
  line: number;
  code: string;
  message: string;
}

/** Warnings with the same code and message. */
export interface DiagnosticGroup<D> {
  first: D;
  /** The folder below the folder that all diagnostics share → its warnings. The name of the folder ends with `/`. */
  folders: ReadonlyMap<string, readonly D[]>;
  count: number;
}

/** Minimum number of equal warnings that are shown as a group. */
const minGroup = 4;

/** Groups warnings that repeat by kind and folder. Errors and rare warnings stay single. Keeps the order. */
export function groupDiagnostics<D extends Diagnostic>(
  diagnostics: readonly D[],
): { single: D[]; groups: DiagnosticGroup<D>[] } {
  const common = commonFolder(diagnostics);
  const byKind = new Map<string, D[]>();
  const keyOf = ({ code, message }: D): string => `${code} ${message}`;
  for (const one of diagnostics) {
    if (one.severity === 'error') continue;
    const equal = byKind.get(keyOf(one));
    if (equal) equal.push(one);
    else byKind.set(keyOf(one), [one]);
  }
  const groups = [...byKind.values()].filter((equal) => equal.length >= minGroup);
  const grouped = new Set(groups.flat());
  return {
    single: diagnostics.filter((one) => !grouped.has(one)),
    groups: groups.map((equal) => ({
      first: equal[0] as D,
      folders: byFolder(equal, common),
      count: equal.length,
    })),
  };
}

/** Describes where the warnings of a group are, for example `crypto/ (3), web/ (2) and 4 more folders`. */
export function describeFolders<D>({ folders }: DiagnosticGroup<D>, maxFolders = 6): string {
  const all = [...folders].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  const shown = all.slice(0, maxFolders).map(([folder, { length }]) => `${folder || 'top folder'} (${length})`);
  const rest = all.length - shown.length;
  return rest === 0 ? shown.join(', ') : `${shown.join(', ')} and ${rest} more ${rest === 1 ? 'folder' : 'folders'}`;
}

function byFolder<D extends Diagnostic>(diagnostics: readonly D[], common: string): Map<string, D[]> {
  const folders = new Map<string, D[]>();
  for (const one of diagnostics) {
    const end = one.file.indexOf('/', common.length);
    const folder = end < 0 ? common : one.file.slice(0, end + 1);
    const known = folders.get(folder);
    if (known) known.push(one);
    else folders.set(folder, [one]);
  }
  return folders;
}

/** Returns the deepest folder of all files, with a trailing `/`; empty if there is none. */
function commonFolder(diagnostics: readonly Diagnostic[]): string {
  const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1);
  let common = diagnostics[0] ? folderOf(diagnostics[0].file) : '';
  for (const { file } of diagnostics) while (!file.startsWith(common)) common = folderOf(common.slice(0, -1));
  return common;
}
