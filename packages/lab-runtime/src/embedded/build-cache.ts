import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The record of a build. */
interface BuildRecord {
  /** Name of its folder in the cache. */
  folder: string;
  /** Path → stamp of each file that was read. */
  inputs: Record<string, string>;
}

/**
 * Returns the folder of a build, and builds only if its inputs have changed. A start of the server builds every lab,
 * and most starts find no changes.
 * @param name identifies the build in this cache; it contains a hash of everything that is not a file
 * @param build writes a folder to the cache and adds the files that it reads to `inputs`
 * @returns the folder
 */
export async function cachedBuild(
  cacheDir: string,
  name: string,
  build: (inputs: Set<string>) => Promise<string>,
): Promise<string> {
  const file = join(cacheDir, `${name}.json`);
  const before = await readRecord(file);
  if (before && (await isUnchanged(before, cacheDir))) return join(cacheDir, before.folder);
  // The builder itself is an input: a new version of the platform may build differently
  const inputs = new Set([fileURLToPath(import.meta.url)]);
  const dir = await build(inputs);
  const watched = [...new Set([...inputs].map(watchedPath))].sort();
  const stamps = await Promise.all(watched.map(async (path) => [path, await stampOf(path)] as const));
  await writeRecord(file, { folder: basename(dir), inputs: Object.fromEntries(stamps) });
  return dir;
}

async function isUnchanged({ folder, inputs }: BuildRecord, cacheDir: string): Promise<boolean> {
  const builder = fileURLToPath(import.meta.url);
  if (!(builder in inputs) || (await stampOf(join(cacheDir, folder))) === GONE) return false;
  const same = await Promise.all(Object.entries(inputs).map(async ([path, stamp]) => (await stampOf(path)) === stamp));
  return same.every(Boolean);
}

/** A package is replaced as a whole, so its manifest represents all of its files. */
function watchedPath(path: string): string {
  const inPackage = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+[\\/]/.exec(path);
  return inPackage ? `${inPackage[0]}package.json` : path;
}

const GONE = 'gone';

/** Changes when a file is written. */
async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? `${found.size} ${found.mtimeMs}` : GONE;
}

async function readRecord(file: string): Promise<BuildRecord | undefined> {
  try {
    const { folder, inputs } = JSON.parse(await readFile(file, 'utf8'));
    return { folder: String(folder), inputs: { ...inputs } };
  } catch {
    // The record is missing or incomplete, so the lab is built again.
    return undefined;
  }
}

/**
 * Writes the record atomically: several servers may share a cache, and a server may build the same lab twice at once.
 */
async function writeRecord(file: string, record: BuildRecord): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(draft, JSON.stringify(record));
  await rename(draft, file);
}
