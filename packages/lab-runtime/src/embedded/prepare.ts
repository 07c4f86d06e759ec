import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleApp, bundleMaterial, keepFolder } from '../bundle.ts';
import { filesOf, hashFiles } from '../lab.ts';
import type { LabFolder, PreparedLab } from '../runtime.ts';
import { cachedBuild } from './build-cache.ts';
import { type CompileC, GCC } from './compile.ts';

/** Names in a prepared folder: the contents of a new home, and the program if it is not a bundle. */
export const HOME_FOLDER = 'home';
export const PROGRAM = 'program';
/** Name in a prepared folder: the module that makes the material of an instance. */
export const MATERIAL_MODULE = 'material.mjs';

/** Builds what the instances of a lab share, unless the cache has it. */
export async function prepareLab(lab: LabFolder, cacheDir: string, compile: CompileC): Promise<PreparedLab> {
  const { dir, version, manifest } = lab;
  const made = JSON.stringify({ dir, version, manifest });
  const name = `${manifest.slug}-of-${hashFiles(new Map([['', Buffer.from(made)], ...(lab.overrides ?? [])]))}`;
  return {
    ...preparedOf(lab),
    dir: await cachedBuild(cacheDir, name, (inputs) => build(lab, cacheDir, compile, inputs)),
  };
}

async function build(lab: LabFolder, cacheDir: string, compile: CompileC, inputs: Set<string>): Promise<string> {
  const { slug } = lab.manifest;
  if (!isCompiled(lab) && !lab.manifest.workspace) return bundleApp(lab.dir, slug, cacheDir, inputs, lab.overrides);
  const sources = isCompiled(lab)
    ? cSources(new Map([...(await filesOf(lab.dir)), ...(lab.overrides ?? [])]))
    : new Map<string, Buffer>();
  if (isCompiled(lab)) inputs.add(GCC);
  const built = isCompiled(lab)
    ? await buildC(lab, sources, compile)
    : await filesOf(await bundleApp(lab.dir, slug, cacheDir, inputs, lab.overrides));
  const { files, programs } = await forWorkspace(lab, built, sources, inputs);
  return keepFolder(files, slug, cacheDir, programs);
}

export const isCompiled = ({ manifest }: LabFolder) => (manifest.program ?? 'app.ts') !== 'app.ts';

/** Returns the files that the C compiler gets. */
export function cSources(files: Map<string, Buffer>): Map<string, Buffer> {
  return new Map([...files].filter(([name]) => /^[\w-]+\.[ch]$/.test(name)));
}

/** Compiles a program in C. Returns its only file. */
export async function buildC(
  { manifest }: LabFolder,
  sources: Map<string, Buffer>,
  compile: CompileC,
): Promise<Map<string, Buffer>> {
  return new Map([[PROGRAM, await compile(sources, manifest.program ?? '', manifest.cflags ?? [])]]);
}

/**
 * Adds the files for a workspace. A new home contains the lab's helpers, its `workspace/` folder and, for a program in
 * C, a copy to experiment with and its sources, unless `workspace.sources` is false. `material.ts` makes the material
 * of each instance.
 * @param built the files of the program
 * @param inputs set to which the path of each file that was read for a bundle is added
 * @returns path → contents, and the paths of the executable files
 */
export async function forWorkspace(
  lab: LabFolder,
  built: Map<string, Buffer>,
  sources: Map<string, Buffer>,
  inputs = new Set<string>(),
): Promise<{ files: Map<string, Buffer>; programs: string[] }> {
  const files = new Map(built);
  const programs = built.has(PROGRAM) ? [PROGRAM] : [];
  if (!lab.manifest.workspace) return { files, programs };
  const own = await filesOf(lab.dir);
  if (own.has('material.ts')) files.set(MATERIAL_MODULE, await bundleMaterial(lab.dir, inputs, lab.overrides));
  const program = built.get(PROGRAM);
  if (program && lab.manifest.program) {
    const copy = `${HOME_FOLDER}/${lab.manifest.program.replace(/\.c$/, '')}`;
    files.set(copy, program);
    programs.push(copy);
    if (lab.manifest.workspace.sources !== false) {
      for (const [name, content] of sources) files.set(`${HOME_FOLDER}/${name}`, content);
    }
  }
  for (const name of lab.manifest.workspace.helpers ?? []) {
    const path = createRequire(import.meta.url).resolve(`@hexpedition/lab-runtime/workspace/${name}`);
    inputs.add(path);
    files.set(`${HOME_FOLDER}/${name}`, await readFile(path));
  }
  for (const [name, content] of own) {
    if (!name.startsWith('workspace/')) continue;
    const kept = `${HOME_FOLDER}/${name.slice('workspace/'.length)}`;
    files.set(kept, content);
    if ((await stat(join(lab.dir, name))).mode & 0o100) programs.push(kept);
  }
  return { files, programs: [...new Set(programs)].sort() };
}

/** Returns the properties of a lab that are known before it is built. */
export function preparedOf({ version, manifest }: LabFolder): Omit<PreparedLab, 'dir'> {
  const { slug, risk, serves = 'http', workspace } = manifest;
  const room = workspace && {
    tools: workspace.tools,
    homeBytes: workspace.home * 1024 * 1024,
    socket: workspace.socket ?? null,
  };
  return { slug, version, risk, serves, workspace: room ?? null };
}
