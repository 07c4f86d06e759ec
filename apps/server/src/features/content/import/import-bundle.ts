import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Db } from '#platform/db/db';
import type { BundleFile, BundleFiles, Refusal } from '../bundles/bundle.ts';
import { convertCtfcli } from '../bundles/ctfcli.ts';
import { type BundleFormat, detectFormat, topFolder } from '../bundles/detect-format.ts';
import { convertDojo } from '../bundles/dojo.ts';
import { readFolder } from '../bundles/read-folder.ts';
import { readZip } from '../bundles/read-zip.ts';
import type { Diagnostic } from '../diagnostics.ts';
import { fileOf, headSize, type IncomingFile } from '../source/tree.ts';
import { type ImportFilesOptions, importFiles } from './import-files.ts';
import type { ImportReport } from './report.ts';

interface BundleOptions extends Omit<ImportFilesOptions, 'source' | 'findings'> {
  /** Found out by its files when it is left out. */
  format?: BundleFormat;
  /** What the bundle is called: it tells the import which bundle came before. */
  name: string;
}

/** Imports a zip or a folder of files that are ours, or of challenges of others (docs/authoring.md). */
export async function importBundle(
  db: Db,
  files: BundleFiles,
  { format, name, ...options }: BundleOptions,
): Promise<ImportReport | { refusal: Refusal }> {
  const detected = format ? { format } : detectFormat(files);
  if ('refusal' in detected) return detected;
  const { files: own, diagnostics } = await toOwn(files, detected.format, name);
  return importFiles(db, await incomingOf(own), { ...options, source: `bundle:${name}`, findings: diagnostics });
}

/** The same for what lies on the disk. */
export async function importBundleFromDisk(
  db: Db,
  path: string,
  options: Omit<BundleOptions, 'name'>,
): Promise<ImportReport | { refusal: Refusal }> {
  const read = await (statSync(path).isDirectory() ? readFolder(path) : readZip(path));
  if ('refusal' in read) return read;
  return importBundle(db, read.files, { ...options, name: basename(path).replace(/\.zip$/i, '') });
}

async function toOwn(
  files: BundleFiles,
  format: BundleFormat,
  name: string,
): Promise<{ files: BundleFiles; diagnostics: Diagnostic[] }> {
  if (format === 'ctfcli') return convertCtfcli(files, { name });
  if (format === 'dojo') return convertDojo(files, { name });
  const top = topFolder(files);
  // A bundle of a single continent lies in one folder, too: it is no wrapper.
  const isWrapped = top !== '' && !files.has(`${top}continent.yaml`);
  const own = new Map([...files].map(([path, file]) => [isWrapped ? path.slice(top.length) : path, file]));
  return { files: own, diagnostics: [] };
}

/** Hidden files and editors' leftovers are passed over, as in a folder. */
async function incomingOf(files: BundleFiles): Promise<Map<string, IncomingFile>> {
  const incoming = new Map<string, IncomingFile>();
  for (const [path, file] of files) {
    if (/(^|\/)\.|~(\/|$)|^__MACOSX\//.test(path)) continue;
    incoming.set(path, await incomingFile(file));
  }
  return incoming;
}

/** Read once for its hash and then again when it is needed: large files do not lie in memory together. */
async function incomingFile(file: BundleFile): Promise<IncomingFile> {
  const bytes = await file.bytes();
  const { hash } = fileOf(bytes);
  const head = Uint8Array.from(bytes.subarray(0, headSize));
  return {
    hash,
    size: file.size,
    head: async () => head,
    text: async () => fileOf(await file.bytes()).text(),
    bytes: async function* () {
      yield await file.bytes();
    },
  };
}
