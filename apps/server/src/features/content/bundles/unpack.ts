import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '../diagnostics.ts';
import { decodeText, headSize, type IncomingFile } from '../source/tree.ts';
import type { BundleFiles, Refusal } from './bundle.ts';
import type { ConvertOptions } from './convert.ts';
import { type BundleFormat, detectFormat, topFolder } from './detect-format.ts';
import { readFolder } from './read-folder.ts';
import { readZip } from './read-zip.ts';

/** All of it is data, so that a thread can do it. */
export interface UnpackTask {
  /** A zip or a folder on the disk. */
  from: string;
  /** An empty folder. */
  into: string;
  /** Found out by its files when it is left out. */
  format?: BundleFormat | undefined;
  /** For challenges of others: what their training is called, and where it goes. */
  convert: Omit<ConvertOptions, 'onFile'>;
}

interface Unpacked {
  format: BundleFormat;
  /** How many files the bundle has. */
  total: number;
  /** Files of our own. The first lies in the folder as `0`, the next as `1`: no name of the bundle reaches the disk. */
  files: { path: string; hash: string; size: number; head: Uint8Array }[];
  diagnostics: Diagnostic[];
}

export type Unpacking = Unpacked | { refusal: Refusal };

/**
 * Unpacks a bundle into a folder, as files of our own. Nothing that it names is fetched or run.
 * @param onFile is told of each file before it is read
 */
export async function unpackBundle(
  { from, into, format, convert }: UnpackTask,
  onFile: (file: string) => void,
): Promise<Unpacking> {
  const read = await ((await stat(from)).isDirectory() ? readFolder(from) : readZip(from));
  if ('refusal' in read) return read;
  const detected = format ? { format } : detectFormat(read.files);
  if ('refusal' in detected) return detected;
  const own = await toOwn(read.files, detected.format, { ...convert, onFile });
  const files: Unpacked['files'] = [];
  for (const [path, file] of own.files) {
    // Hidden files and editors' leftovers are passed over, as in a folder.
    if (/(^|\/)\.|~(\/|$)|^__MACOSX\//.test(path)) continue;
    onFile(path);
    const bytes = await file.bytes();
    await writeFile(join(into, String(files.length)), bytes, { flag: 'wx' });
    const hash = createHash('sha256').update(bytes).digest('hex');
    files.push({ path, hash, size: bytes.length, head: Uint8Array.from(bytes.subarray(0, headSize)) });
  }
  return { format: detected.format, total: read.files.size, files, diagnostics: own.diagnostics };
}

async function toOwn(
  files: BundleFiles,
  format: BundleFormat,
  options: ConvertOptions,
): Promise<{ files: BundleFiles; diagnostics: Diagnostic[] }> {
  if (format !== 'bundle') {
    // Loaded here: with them comes all that reads Markdown, and a server starts without it.
    const { converters } = await import('./convert-bundle.ts');
    return converters[format](files, options);
  }
  const top = topFolder(files);
  // A bundle of a single continent lies in one folder, too: it is no wrapper.
  if (top === '' || files.has(`${top}continent.yaml`)) return { files, diagnostics: [] };
  return { files: new Map([...files].map(([path, file]) => [path.slice(top.length), file])), diagnostics: [] };
}

/** What was unpacked into a folder, by path. */
export function unpackedFiles(folder: string, { files }: Unpacked): Map<string, IncomingFile> {
  return new Map(
    files.map(({ path, hash, size, head }, i) => {
      const place = join(folder, String(i));
      const text = async () => decodeText(await readFile(place));
      return [path, { hash, size, head: async () => head, text, bytes: () => createReadStream(place) }];
    }),
  );
}

const temporary = 'hexpedition-import-';
/** No import takes so long. */
const keptMs = 86_400_000;

/** Removes folders whose process was killed while it worked in them: each may hold a gigabyte. */
export async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(temporary)) continue;
    const folder = join(tmpdir(), name);
    // It may be another user's, or another process is removing it: then it is not ours to care for.
    const made = await stat(folder).catch(() => undefined);
    // The disk's time counts here, whatever the clock of the platform says.
    if (made && made.mtimeMs < Date.now() - keptMs) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** A folder for as long as some work takes. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), temporary));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
