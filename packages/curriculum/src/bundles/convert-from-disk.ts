import { basename } from 'node:path';
import { describeFolders, groupDiagnostics } from '@hexpedition/contract';
import type { Rejection } from './bundle-files.ts';
import type { ConvertedBundle } from './conversion.ts';
import { convertBundle } from './convert-bundle.ts';
import { readFolder } from './read-folder.ts';
import { readZip } from './read-zip.ts';
import { writeFolder } from './write-folder.ts';

/**
 * Converts a foreign bundle on the disk into a folder of our own format.
 * @param options.folder output folder; nothing is written without one
 */
export async function convertFromDisk(
  source: string,
  { isFolder, folder }: { isFolder: boolean; folder: string | undefined },
): Promise<ConvertedBundle | { rejection: Rejection }> {
  const read = await (isFolder ? readFolder(source) : readZip(source));
  if ('rejection' in read) return read;
  const converted = await convertBundle(read.files, { name: basename(source).replace(/\.zip$/i, '') });
  if ('rejection' in converted) return converted;
  if (folder !== undefined) await writeFolder(converted.files, folder);
  return { ...converted, diagnostics: [...read.leftOut, ...converted.diagnostics] };
}

/** Formats the result of a conversion for a terminal: diagnostics, repeated ones in one line, and counts below. */
export function formatConversion({ files, diagnostics, outcomes }: ConvertedBundle): string {
  const counts = new Map<string, number>();
  for (const { code } of diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1);
  const content = outcomes.filter(({ outcome }) => outcome === 'content').length;
  const { single, groups } = groupDiagnostics(diagnostics);
  return [
    ...single.map(({ file, line, code, message }) => `${file}:${line}  ${message} (${code})`),
    ...groups.map((group) => {
      const { file, line, code, message } = group.first;
      return `${file}:${line}  ${message} (${code}; ${group.count} times: ${describeFolders(group)})`;
    }),
    '',
    `${outcomes.length} files: ${content} became content, ${outcomes.length - content} were left out. Files written: ${files.size}.`,
    ...[...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, count]) => `  ${code}: ${count}`),
  ].join('\n');
}
