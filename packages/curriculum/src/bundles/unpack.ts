import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '../diagnostics.ts';
import { decodeText, headSize, type IncomingFile } from '../source/source-tree.ts';
import { type BundleFiles, bundleLimits, type ImportLimits, type Rejection } from './bundle-files.ts';
import type { ConvertOptions } from './conversion.ts';
import { type BundleFormat, detectFormat, topFolder } from './detect-format.ts';
import { readFolder } from './read-folder.ts';
import { readZip } from './read-zip.ts';
import { limitCodes } from './select-files.ts';

/** Consists of plain data, so that a worker thread can run it. */
export interface UnpackTask {
  /** Path of a zip or a folder. */
  from: string;
  /** Path of an empty folder. */
  into: string;
  /** Detected from the files when it is omitted. */
  format?: BundleFormat | undefined;
  /** For foreign challenges: name and continent of their training. */
  convert: Omit<ConvertOptions, 'onFile'>;
  limits?: ImportLimits;
}

interface UnpackedBundle {
  format: BundleFormat;
  /** Number of files in the bundle. */
  total: number;
  /** Files in our own format. They are stored in the folder as `0`, `1`, …: no name of the bundle reaches the disk. */
  files: { path: string; hash: string; size: number; head: Uint8Array }[];
  diagnostics: Diagnostic[];
}

export type UnpackResult = UnpackedBundle | { rejection: Rejection };

/**
 * Unpacks a bundle into a folder and converts it to our own format. Fetches and runs nothing that the bundle names.
 * @param onFile called for each file before it is read
 */
export async function unpackBundle(
  { from, into, format, convert, limits: givenLimits }: UnpackTask,
  onFile: (file: string) => void,
): Promise<UnpackResult> {
  const limits = { ...bundleLimits, ...givenLimits };
  const read = await ((await stat(from)).isDirectory() ? readFolder(from, limits) : readZip(from, limits));
  if ('rejection' in read) return read;
  const detected = format ? { format } : detectFormat(read.files);
  if ('rejection' in detected) return { rejection: withLeftOut(detected.rejection, read.leftOut) };
  const converted = await toOwnFormat(read.files, detected.format, { ...convert, onFile });
  const files: UnpackedBundle['files'] = [];
  for (const [path, file] of converted.files) {
    if (isIgnored(path)) continue;
    onFile(path);
    const bytes = await file.bytes();
    await writeFile(join(into, String(files.length)), bytes, { flag: 'wx' });
    const hash = createHash('sha256').update(bytes).digest('hex');
    files.push({ path, hash, size: bytes.length, head: Uint8Array.from(bytes.subarray(0, headSize)) });
  }
  const leftOut = detected.format === 'bundle' ? ownLeftOut(read.leftOut, converted.top) : read.leftOut;
  const diagnostics = [...leftOut, ...converted.diagnostics];
  return { format: detected.format, total: read.files.size, files, diagnostics };
}

/** The file that would show the format may have been left out. */
function withLeftOut({ code, message }: Rejection, leftOut: readonly Diagnostic[]): Rejection {
  const reasons = leftOut.slice(0, 3).map((one) => ` "${one.file}": ${one.message}`);
  return { code, message: `${message}${reasons.join('')}` };
}

/** Hidden files and editors' backup files, as in a folder. */
const isIgnored = (path: string): boolean => /(^|\/)\.|~(\/|$)|^__MACOSX\//.test(path);

/**
 * In our own format every file is content, and an import removes what is missing. So a file beyond a limit is an error.
 */
const ownLeftOut = (leftOut: readonly Diagnostic[], top: string): Diagnostic[] =>
  leftOut
    .map((one) => ({
      ...one,
      file: one.file.startsWith(top) ? one.file.slice(top.length) : one.file,
      severity: limitCodes.has(one.code) ? ('error' as const) : one.severity,
    }))
    .filter(({ file }) => !isIgnored(file));

async function toOwnFormat(
  files: BundleFiles,
  format: BundleFormat,
  options: ConvertOptions,
): Promise<{ files: BundleFiles; diagnostics: Diagnostic[]; top: string }> {
  if (format !== 'bundle') {
    // Loaded on demand: it includes the whole Markdown renderer, and the server starts without it.
    const { converters } = await import('./convert-bundle.ts');
    return { ...(await converters[format](files, options)), top: '' };
  }
  const folder = topFolder(files);
  // A bundle of a single continent has one top folder too, which is not a wrapper.
  const top = files.has(`${folder}continent.yaml`) ? '' : folder;
  return { files: new Map([...files].map(([path, file]) => [path.slice(top.length), file])), diagnostics: [], top };
}

/** Returns the unpacked files of a folder, by their path in the bundle. */
export function unpackedFiles(folder: string, { files }: UnpackedBundle): Map<string, IncomingFile> {
  return new Map(
    files.map(({ path, hash, size, head }, i) => {
      const location = join(folder, String(i));
      const text = async () => decodeText(await readFile(location));
      return [path, { hash, size, head: async () => head, text, bytes: () => createReadStream(location) }];
    }),
  );
}

const folderPrefix = 'hexpedition-import-';
/** Longer than any import takes. */
const maxAgeMs = 86_400_000;

/** Removes folders whose process was killed while it used them: each may hold a gigabyte. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = join(tmpdir(), name);
    // The folder may belong to another user, or another process may be removing it: then skip it.
    const stats = await stat(folder).catch(() => undefined);
    // Compares with the real time of the disk, not with the clock of the platform.
    if (stats && stats.mtimeMs < Date.now() - maxAgeMs)
      await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Runs `work` with a temporary folder and removes the folder afterwards. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
