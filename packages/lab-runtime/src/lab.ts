import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type LabManifest, ManifestError, type ManifestProblem, parseManifest } from './manifest.ts';

export interface LoadedLab {
  dir: string;
  manifest: LabManifest;
  /** Markdown. */
  briefing: string;
  /** Markdown; shown to those who solved it. */
  writeup: string;
  /** Changes when any file in the folder changes: 16 hexadecimal digits. */
  version: string;
  /** Path → its author's cure of this source. */
  cure: Map<string, Buffer>;
}

/**
 * Reads a lab's folder: `lab.yaml`, `briefing.md`, `writeup.md`, the program, `exploit.ts`, and what else the manifest needs.
 * @throws ManifestError also for a missing file, so that one list names everything that an author must fix.
 */
export async function loadLab(dir: string): Promise<LoadedLab> {
  const files = await filesOf(dir);
  const text = (name: string) => files.get(name)?.toString('utf8') ?? '';
  const file = join(dir, 'lab.yaml');
  const problems: ManifestProblem[] = ['lab.yaml', 'briefing.md', 'writeup.md', 'exploit.ts']
    .filter((name) => !files.has(name))
    .map((name) => ({ file: join(dir, name), line: 1, message: 'this file is missing' }));
  let manifest: LabManifest | undefined;
  if (files.has('lab.yaml')) {
    try {
      manifest = parseManifest(text('lab.yaml'), file);
      problems.push(...problemsOfFiles(dir, manifest, files));
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (!manifest || problems.length > 0) throw new ManifestError(problems);
  const version = hashFiles(files);
  const cure = new Map(
    [...files].flatMap(([name, source]) => (name.startsWith(CURE) ? [[name.slice(CURE.length), source] as const] : [])),
  );
  return { dir, manifest, briefing: text('briefing.md'), writeup: text('writeup.md'), version, cure };
}

/** The folder of the author's own repairs. */
const CURE = 'cure/';

/** What the folder lacks, or has too much of, as its manifest says. */
function problemsOfFiles(dir: string, manifest: LabManifest, files: Map<string, Buffer>): ManifestProblem[] {
  const { slug, program, repair, workspace } = manifest;
  const at = (name: string, message: string) => ({ file: join(dir, name), line: 1, message });
  const needed: [name: string, why: string][] = [[program, 'this file is missing: it is the program']];
  if (repair) {
    needed.push(['tests.ts', 'this file is missing: a repair is held to its tests']);
    for (const name of repair.files.filter((one) => one !== program)) {
      needed.push([name, 'this file is missing: repair.files names it']);
    }
    for (const name of repair.files)
      needed.push([`cure/${name}`, `this file is missing: it is your repair of ${name}`]);
  }
  const problems = needed.filter(([name]) => !files.has(name)).map(([name, why]) => at(name, why));
  for (const name of files.keys()) {
    if (name.startsWith(CURE)) {
      const cured = name.slice(CURE.length);
      if (!files.has(cured)) problems.push(at(name, 'this folder has no source of that name'));
      else if (repair && !repair.files.includes(cured)) {
        problems.push(at(name, 'repair.files of lab.yaml does not name what it repairs'));
      }
    }
    if (name.startsWith('workspace/') && !workspace) problems.push(at(name, 'lab.yaml has no workspace'));
    if (name === 'material.ts' && !workspace)
      problems.push(at(name, 'it is put into the workspace, and lab.yaml has none'));
  }
  if (slug !== basename(dir)) problems.push(at('lab.yaml', `slug: the folder is called ${basename(dir)}`));
  return problems;
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
