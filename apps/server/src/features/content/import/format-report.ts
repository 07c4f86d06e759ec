import { describeFolders, groupDiagnostics } from '@hexpedition/contract';
import type { Diagnostic } from '@hexpedition/curriculum/diagnostics';
import { type Change, type ImportReport, kinds } from './import-report.ts';

const columns = ['new', 'changed', 'returned', 'gone', 'unchanged'] as const;
const shownChanges = 60;

/** Formats an import report for a terminal. @param folder prefix of file names, as the user typed it */
export function formatReport(report: ImportReport, folder: string): string {
  const errors = report.diagnostics.filter(({ severity }) => severity === 'error').length;
  const problems = problemLines(report.diagnostics, folder);
  if (errors > 0) {
    return [
      ...problems,
      '',
      `Nothing was imported: ${count(errors, 'error')}, ${count(report.diagnostics.length - errors, 'warning')}.`,
    ].join('\n');
  }
  const changed = report.changes.length > 0;
  const verdict = report.dry_run
    ? changed
      ? 'These changes would be made. Nothing was written.'
      : 'Nothing would change.'
    : changed
      ? 'Imported.'
      : 'Nothing has changed.';
  return [
    ...problems,
    ...(problems.length ? [''] : []),
    ...changeLines(report.changes),
    table(report),
    '',
    verdict,
  ].join('\n');
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** Returns a line for each problem, and one for all warnings that repeat. `--json` prints each of them. */
function problemLines(diagnostics: readonly Diagnostic[], folder: string): string[] {
  const { single, groups } = groupDiagnostics(diagnostics);
  return [
    ...single.map((diagnostic) => problemLine(diagnostic, folder)),
    ...groups.map((group) => `${problemLine(group.first, folder)}  ${group.count} times: ${describeFolders(group)}`),
  ];
}

const problemLine = ({ severity, file, line, code, message }: Diagnostic, folder: string): string =>
  // A problem of the whole bundle has no file.
  `${folder.replace(/\/$/, '')}${file && `/${file}:${line}`}  ${severity}  ${message}  [${code}]`;

function changeLines(changes: Change[]): string[] {
  if (changes.length === 0) return [];
  const lines = changes.slice(0, shownChanges).map(({ change, kind, id, name, what }) => {
    const details = what.length ? `  (${what.join(', ')})` : '';
    return `  ${change.padEnd(9)} ${kind.padEnd(11)} ${id}  ${name}${details}`;
  });
  const more = changes.length - lines.length;
  return [...lines, ...(more > 0 ? [`  … and ${more} more`] : []), ''];
}

function table({ counts }: ImportReport): string {
  const head = ['', ...columns];
  const rows = kinds.map((kind) => [kind, ...columns.map((column) => String(counts[kind][column]))]);
  return [head, ...rows]
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(12) : cell.padStart(10))).join(''))
    .join('\n');
}
