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

/**
 * Builds what the instances of a lab share: its program, and what a new home holds, which is the lab's `workspace/` folder
 * and, for a program in C, its source and a copy to try things with.
 */
export async function prepareLab(lab: LabFolder, cacheDir: string, compile: CompileC): Promise<PreparedLab> {
  const { slug, risk, program = 'app.ts', serves = 'http', workspace } = lab.manifest;
  const prepared = { slug, version: lab.version, risk, serves, workspace: workspace ? roomOf(workspace) : null };
  if (program === 'app.ts' && !workspace) return { ...prepared, dir: await bundleApp(lab.dir, slug, cacheDir) };

  const files = new Map<string, Buffer>();
  const programs: string[] = [];
  const all = await filesOf(lab.dir);
  for (const [name, content] of workspace ? all : []) {
    if (!name.startsWith('workspace/')) continue;
    const kept = `${HOME_FOLDER}/${name.slice('workspace/'.length)}`;
    files.set(kept, content);
    if ((await stat(join(lab.dir, name))).mode & 0o100) programs.push(kept);
  }
  if (program === 'app.ts') {
    for (const [name, content] of await filesOf(await bundleApp(lab.dir, slug, cacheDir))) files.set(name, content);
  } else {
    const sources = new Map([...all].filter(([name]) => /^[\w-]+\.[ch]$/.test(name)));
    const built = await compile(sources, program, lab.manifest.cflags ?? []);
    files.set(PROGRAM, built);
    programs.push(PROGRAM);
    if (workspace) {
      const copy = `${HOME_FOLDER}/${program.replace(/\.c$/, '')}`;
      files.set(copy, built);
      programs.push(copy);
      for (const [name, content] of sources) files.set(`${HOME_FOLDER}/${name}`, content);
    }
  }
  return { ...prepared, dir: await keepFolder(files, slug, cacheDir, programs.sort()) };
}

function roomOf(workspace: NonNullable<LabFolder['manifest']['workspace']>): Workspace {
  const { tools, home, socket } = workspace;
  return { tools, homeBytes: home * 1024 * 1024, socket: socket ?? null };
}
