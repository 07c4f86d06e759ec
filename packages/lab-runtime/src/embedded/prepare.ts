import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleApp, keepFolder } from '../bundle.ts';
import { filesOf } from '../lab.ts';
import type { LabFolder, PreparedLab, Workspace } from '../runtime.ts';

/** In a prepared folder: what a new home holds, and the program where it is no bundle. */
export const HOME_FOLDER = 'home';
export const PROGRAM = 'program';

/** Compiles C: sources by name, the name of the program's, and the options of the compiler. */
export type CompileC = (sources: Map<string, Buffer>, program: string, cflags: string[]) => Promise<Buffer>;

/** How the program of a lab is made out of its sources. */
export interface Builders {
  /** Makes `app.mjs` of `app.ts`. */
  bundle(): Promise<Buffer>;
  compile: CompileC;
}

/** The files of a prepared folder, by their paths in it. */
export interface Contents {
  files: Map<string, Buffer>;
  /** Paths of those that can be run. */
  programs: string[];
}

/** Builds what the instances of a lab share. */
export async function prepareLab(lab: LabFolder, cacheDir: string, compile: CompileC): Promise<PreparedLab> {
  const build = { bundle: () => bundleApp(lab.dir), compile };
  const { files, programs } = await contentsOf(lab, await filesOf(lab.dir), build);
  return { ...describeLab(lab), dir: await keepFolder(files, lab.manifest.slug, cacheDir, programs) };
}

/** What is said of a prepared lab, but for where it lies. */
export function describeLab({ version, manifest }: LabFolder): Omit<PreparedLab, 'dir'> {
  const { slug, risk, serves = 'http', workspace } = manifest;
  return { slug, version, risk, serves, workspace: workspace ? roomOf(workspace) : null };
}

/**
 * The program, and what a new home holds, which is the lab's `workspace/` folder and, for a program in C, its source and a
 * copy to try things with.
 * @param sources path → contents of what the program is made of
 */
export async function contentsOf(lab: LabFolder, sources: Map<string, Buffer>, build: Builders): Promise<Contents> {
  const { program = 'app.ts', cflags = [], workspace } = lab.manifest;
  const files = new Map<string, Buffer>();
  const programs: string[] = [];
  for (const [name, content] of await filesOf(lab.dir)) {
    if (program === 'app.ts' && name.startsWith('public/')) files.set(name, content);
    if (!workspace || !name.startsWith('workspace/')) continue;
    const kept = `${HOME_FOLDER}/${name.slice('workspace/'.length)}`;
    files.set(kept, content);
    if ((await stat(join(lab.dir, name))).mode & 0o100) programs.push(kept);
  }
  if (program === 'app.ts') {
    files.set('app.mjs', await build.bundle());
    return { files, programs };
  }
  const ours = new Map([...sources].filter(([name]) => /^[\w-]+\.[ch]$/.test(name)));
  const built = await build.compile(ours, program, cflags);
  files.set(PROGRAM, built);
  programs.push(PROGRAM);
  if (workspace) {
    const copy = `${HOME_FOLDER}/${program.replace(/\.c$/, '')}`;
    files.set(copy, built);
    programs.push(copy);
    for (const [name, content] of ours) files.set(`${HOME_FOLDER}/${name}`, content);
  }
  return { files, programs: programs.sort() };
}

function roomOf(workspace: NonNullable<LabFolder['manifest']['workspace']>): Workspace {
  const { tools, home, socket } = workspace;
  return { tools, homeBytes: home * 1024 * 1024, socket: socket ?? null };
}
