import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is kept of a build. */
interface Note {
  /** Its folder, inside of the cache. */
  folder: string;
  /** Path → the stamp of each file that it was made from. */
  inputs: Record<string, string>;
}

/**
 * Gives the folder of a build, and builds only where that was not done before from the same files. A start of the server
 * builds every lab, and most starts find all of them as they were.
 * @param name tells a build from others in this cache; it holds a hash of whatever is not among the inputs
 * @param build puts a folder into the cache, and says which files it has read
 * @returns the folder
 */
export async function builtOnce(
  cacheDir: string,
  name: string,
  build: (inputs: Set<string>) => Promise<string>,
): Promise<string> {
  const file = join(cacheDir, `${name}.json`);
  const before = await readNote(file);
  if (before && (await isAsItWas(before, cacheDir))) return join(cacheDir, before.folder);
  // The builder is one of them: a new version of the platform may build in another way.
  const inputs = new Set([fileURLToPath(import.meta.url)]);
  const dir = await build(inputs);
  const watched = [...new Set([...inputs].map(standsFor))].sort();
  const stamps = await Promise.all(watched.map(async (path) => [path, await stampOf(path)] as const));
  await writeNote(file, { folder: basename(dir), inputs: Object.fromEntries(stamps) });
  return dir;
}

async function isAsItWas({ folder, inputs }: Note, cacheDir: string): Promise<boolean> {
  const builder = fileURLToPath(import.meta.url);
  if (!(builder in inputs) || (await stampOf(join(cacheDir, folder))) === GONE) return false;
  const same = await Promise.all(Object.entries(inputs).map(async ([path, stamp]) => (await stampOf(path)) === stamp));
  return same.every(Boolean);
}

/** A package comes and goes as a whole, so its manifest stands for all of its files. */
function standsFor(path: string): string {
  const inPackage = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+[\\/]/.exec(path);
  return inPackage ? `${inPackage[0]}package.json` : path;
}

const GONE = 'gone';

/** Changes when a file is written. */
async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? `${found.size} ${found.mtimeMs}` : GONE;
}

async function readNote(file: string): Promise<Note | undefined> {
  try {
    const { folder, inputs } = JSON.parse(await readFile(file, 'utf8'));
    return { folder: String(folder), inputs: { ...inputs } };
  } catch {
    // None, or not whole: what it would say is found out again.
    return undefined;
  }
}

/** At once or not at all: several servers may share a cache, and one may build the same twice at once. */
async function writeNote(file: string, note: Note): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(draft, JSON.stringify(note));
  await rename(draft, file);
}
