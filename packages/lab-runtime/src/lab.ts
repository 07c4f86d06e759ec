import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type FalseFix, readFalseFixes } from './false-fixes.ts';
import { type LabManifest, ManifestError, type ManifestProblem, parseManifest } from './manifest.ts';
import { applySolution, SOLUTION, type SolvedFile } from './solution.ts';

export interface LoadedLab {
  dir: string;
  manifest: LabManifest;
  /** Markdown. */
  briefing: string;
  /** Markdown, shown to learners who solved the lab. */
  writeup: string;
  /** Changes when any file in the folder changes: 16 hexadecimal digits. */
  version: string;
  /** The reference solution: path → contents of each file that `solution.patch` changes or adds. */
  solution: Map<string, Buffer>;
  /** Changes that do not fix the vulnerability, sorted by name. */
  falseFixes: FalseFix[];
}

/**
 * Reads a lab's folder: `lab.yaml`, `briefing.md`, `writeup.md`, the program, `exploit.ts`, and the files that the manifest
 * requires.
 * @throws ManifestError with all problems, those of missing files and of `solution.patch` included
 */
export async function loadLab(dir: string): Promise<LoadedLab> {
  const files = await filesOf(dir);
  const text = (name: string) => files.get(name)?.toString('utf8') ?? '';
  const file = join(dir, 'lab.yaml');
  const problems: ManifestProblem[] = ['lab.yaml', 'briefing.md', 'writeup.md', 'exploit.ts']
    .filter((name) => !files.has(name))
    .map((name) => ({ file: join(dir, name), line: 1, message: 'this file is missing' }));
  const patch = files.has(SOLUTION) ? applySolution(text(SOLUTION), files) : { solved: new Map(), problems: [] };
  problems.push(...patch.problems.map((problem) => ({ file: join(dir, SOLUTION), ...problem })));
  let manifest: LabManifest | undefined;
  let falseFixes: FalseFix[] = [];
  if (files.has('lab.yaml')) {
    try {
      manifest = parseManifest(text('lab.yaml'), file);
      problems.push(...problemsOfFiles(dir, manifest, files, patch.solved));
      const wrongFixes = readFalseFixes(files, manifest);
      problems.push(...wrongFixes.problems.map((problem) => ({ ...problem, file: join(dir, problem.file) })));
      falseFixes = wrongFixes.falseFixes.sort((a, b) => a.name.localeCompare(b.name));
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (!manifest || problems.length > 0) throw new ManifestError(problems);
  const version = hashFiles(files);
  const solution = new Map([...patch.solved].map(([name, { content }]) => [name, content] as const));
  return { dir, manifest, briefing: text('briefing.md'), writeup: text('writeup.md'), version, solution, falseFixes };
}

/** Returns the files that the manifest requires and the folder lacks, and those that the manifest does not allow. */
function problemsOfFiles(
  dir: string,
  manifest: LabManifest,
  files: Map<string, Buffer>,
  solved: Map<string, SolvedFile>,
): ManifestProblem[] {
  const { slug, program, repair, workspace } = manifest;
  const at = (name: string, message: string, line = 1) => ({ file: join(dir, name), line, message });
  const needed: [name: string, why: string][] = [[program, 'this file is missing: lab.yaml names it as the program']];
  if (repair) {
    needed.push(['tests.ts', 'this file is missing: a repair needs tests']);
    for (const name of repair.files.filter((one) => one !== program)) {
      needed.push([name, 'this file is missing: it is listed in repair.files']);
    }
    needed.push([SOLUTION, `this file is missing: it must contain your repair of ${repair.files.join(', ')}`]);
  }
  const problems = needed.filter(([name]) => !files.has(name)).map(([name, why]) => at(name, why));
  for (const [name, { line }] of solved) {
    if (repair && !repair.files.includes(name)) {
      problems.push(at(SOLUTION, `this patch changes ${name}, which is not listed in repair.files of lab.yaml`, line));
    }
  }
  for (const name of files.keys()) {
    if (name.startsWith('workspace/') && !workspace) problems.push(at(name, 'lab.yaml has no workspace'));
    if (name === 'material.ts' && !workspace)
      problems.push(at(name, 'this file fills the workspace, but lab.yaml defines no workspace'));
  }
  if (slug !== basename(dir))
    problems.push(at('lab.yaml', `slug: must match the name of the folder, ${basename(dir)}`));
  return problems;
}

/** Returns the folders in `root` that hold a `lab.yaml`, sorted by name. */
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

/** Returns path (with /) → contents of every regular file in `dir`. Symbolic links are not followed. */
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

/** Returns a hash of names and contents that does not depend on their order: 16 hexadecimal digits. */
export function hashFiles(files: Map<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const name of [...files.keys()].sort()) {
    const content = files.get(name) ?? Buffer.alloc(0);
    // The lengths keep "ab" + "c" apart from "a" + "bc"
    hash.update(`${name.length}:${name}:${content.length}:`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}
