import { basename } from 'node:path';
import type { Refusal } from './bundles/bundle.ts';
import type { Converted } from './bundles/convert.ts';
import { convertBundle } from './bundles/convert-bundle.ts';
import { readFolder } from './bundles/read-folder.ts';
import { readZip } from './bundles/read-zip.ts';
import { writeFolder } from './bundles/write-folder.ts';

/**
 * Turns a bundle of others on the disk into a folder of our own.
 * @param options.folder where to write it; nothing is written without one
 */
export async function convertFromDisk(
  source: string,
  { isFolder, folder }: { isFolder: boolean; folder: string | undefined },
): Promise<Converted | { refusal: Refusal }> {
  const read = await (isFolder ? readFolder(source) : readZip(source));
  if ('refusal' in read) return read;
  const converted = await convertBundle(read.files, { name: basename(source).replace(/\.zip$/i, '') });
  if ('files' in converted && folder !== undefined) await writeFolder(converted.files, folder);
  return converted;
}

/** What became of a bundle, for a terminal: every fault on its line, and counts below. */
export function formatConversion({ files, diagnostics, accounts }: Converted): string {
  const counts = new Map<string, number>();
  for (const { code } of diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1);
  const content = accounts.filter(({ became }) => became === 'content').length;
  return [
    ...diagnostics.map(({ file, line, code, message }) => `${file}:${line}  ${message} (${code})`),
    '',
    `${accounts.length} files: ${content} became content, ${accounts.length - content} were left out. Written: ${files.size}.`,
    ...[...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, count]) => `  ${code}: ${count}`),
  ].join('\n');
}
