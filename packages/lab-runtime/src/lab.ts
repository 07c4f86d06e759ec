import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type LabManifest, ManifestError, parseManifest } from './manifest.ts';

export interface LoadedLab {
  dir: string;
  manifest: LabManifest;
  /** Markdown. */
  briefing: string;
  /** Markdown; shown to those who solved it. */
  writeup: string;
  /** Changes when any file in the folder changes: 16 hexadecimal digits. */
  version: string;
}

/**
 * Reads a lab's folder: `lab.yaml`, `briefing.md`, `writeup.md`, `app.ts`, `exploit.ts`.
 * @throws ManifestError also for a missing file, so that one list names everything that an author must fix.
 */
export async function loadLab(dir: string): Promise<LoadedLab> {
  const files = await filesOf(dir);
  const missing = ['lab.yaml', 'briefing.md', 'writeup.md', 'app.ts', 'exploit.ts'].filter((f) => !files.has(f));
  if (missing.length > 0) {
    throw new ManifestError(missing.map((f) => ({ file: join(dir, f), line: 1, message: 'this file is missing' })));
  }
  const text = (name: string) => files.get(name)?.toString('utf8') ?? '';
  const file = join(dir, 'lab.yaml');
  const manifest = parseManifest(text('lab.yaml'), file);
  if (manifest.slug !== basename(dir)) {
    throw new ManifestError([{ file, line: 1, message: `slug: the folder is called ${basename(dir)}` }]);
  }
  const version = hashFiles(files);
  return { dir, manifest, briefing: text('briefing.md'), writeup: text('writeup.md'), version };
}

/** The folders in `root` that hold a `lab.yaml`, sorted by name. */
export async function findLabs(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const inside = await readdir(join(root, entry.name));
    if (inside.includes('lab.yaml')) found.push(join(root, entry.name));
  }
  return found.sort();
}

/** Path (with /) → contents of every regular file in `dir`; symbolic links are not followed. */
export async function filesOf(dir: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  const files = new Map<string, Buffer>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(dir, path).replaceAll('\\', '/'), await readFile(path));
  }
  return files;
}

/** A hash of names and contents that doesn't depend on their order: 16 hexadecimal digits. */
export function hashFiles(files: Map<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const name of [...files.keys()].sort()) {
    const content = files.get(name) ?? Buffer.alloc(0);
    // The lengths keep "ab" + "c" apart from "a" + "bc"
    hash.update(`${name.length}:${name}:${content.length}:`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}
