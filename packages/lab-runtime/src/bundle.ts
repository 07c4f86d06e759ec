import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';
import { LabBuildError } from './build-error.ts';
import { cachedBuild } from './embedded/build-cache.ts';
import type { Exploit } from './exploit.ts';
import { filesOf, hashFiles } from './lab.ts';

/**
 * Bundles `app.ts` and its imports into one `app.mjs` and writes it, with the files of `public/`, to a folder named after
 * their contents. Instances of an older version keep their own files while they run.
 * @param inputs set to which the path of each file that was read is added
 * @param overrides path → contents to use for this file of the lab
 * @returns the folder
 */
export async function bundleApp(
  dir: string,
  slug: string,
  cacheDir: string,
  inputs: Set<string>,
  overrides?: Sources,
): Promise<string> {
  const entry = join(dir, 'app.ts');
  const plugins = overrides && [overrideSources(dir, overrides)];
  const files = new Map([['app.mjs', await compile(entry, { entryPoints: [entry], plugins }, inputs)]]);
  for (const [name, content] of [...(await filesOf(dir)), ...(overrides ?? [])]) {
    if (name.startsWith('public/')) files.set(name, content);
  }
  return keepFolder(files, slug, cacheDir);
}

/**
 * Writes files to a folder that is named after their contents.
 * @param programs names of the executable files
 * @returns the folder
 */
export async function keepFolder(
  files: Map<string, Buffer>,
  slug: string,
  cacheDir: string,
  programs: string[] = [],
): Promise<string> {
  const hash = hashFiles(new Map([...files, ...programs.map((name) => [`${name}*`, Buffer.alloc(0)] as const)]));
  const target = join(cacheDir, `${slug}-${hash}`);
  if (await exists(target)) return target;
  await mkdir(cacheDir, { recursive: true });
  const draft = await mkdtemp(join(cacheDir, '.draft-'));
  await writeFiles(draft, files);
  for (const name of programs) await chmod(join(draft, name), 0o755);
  // The sandbox reads the folder as another user, so the umask must not apply
  await chmod(draft, 0o755);
  // A second build at the same time finds the folder with the same contents
  await rename(draft, target).catch(() => rm(draft, { recursive: true }));
  return target;
}

/**
 * Bundles `material.ts` into a module that writes the material to its standard output.
 * @param inputs set to which the path of each file that was read is added
 * @param overrides path → contents to use for this file of the lab
 */
export function bundleMaterial(dir: string, inputs: Set<string>, overrides?: Sources): Promise<Buffer> {
  const contents = `
    import { writeMaterial } from ${JSON.stringify(ourFile('material'))};
    import make from './material.ts';
    await writeMaterial(make);`;
  const plugins = overrides && [overrideSources(dir, overrides)];
  return compile(dir, { stdin: { contents, resolveDir: dir, loader: 'ts' }, plugins }, inputs);
}

/** Bundles and loads `exploit.ts`. It is the operator's code, so it runs with the rights of this process. */
export async function loadExploit(dir: string, cacheDir: string): Promise<Exploit> {
  const entry = join(dir, 'exploit.ts');
  const file = await keep('exploit', cacheDir, await compile(entry, { entryPoints: [entry] }));
  const loaded: { default: Exploit } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  return loaded.default;
}

/** Defines `require` for libraries that call it, because an ES module does not. */
export const BANNER = "import{createRequire as __r}from'node:module';const require=__r(import.meta.url);";

let kit: Promise<Buffer> | undefined;
/** Returns the kit as one module, for programs that are compiled in a sandbox. */
export function bundleKit(): Promise<Buffer> {
  kit ??= bundle(ourFile('kit'), { entryPoints: [ourFile('kit')] });
  return kit;
}

/**
 * Bundles the script that runs a lab's tests and its exploit in a child process (`repair/runner.ts`), unless the cache
 * has it.
 * @returns the file
 */
export async function bundleRunner(dir: string, cacheDir: string): Promise<string> {
  const contents = `
    import { serveCommands } from ${JSON.stringify(ourFile('repair/runner'))};
    import exploit from './exploit.ts';
    import tests, { visits } from './tests.ts';
    serveCommands({ tests, visits, exploit });`;
  const name = `repair-of-${hashFiles(new Map([[dir, Buffer.from(contents)]]))}`;
  const folder = await cachedBuild(cacheDir, name, async (inputs) => {
    const code = await compile(dir, { stdin: { contents, resolveDir: dir, loader: 'ts' } }, inputs);
    return keepFolder(new Map([['repair.mjs', code]]), 'repair', cacheDir);
  });
  return join(folder, 'repair.mjs');
}

/** Path of a module of this package. It also works in code that was bundled elsewhere. */
const ourFile = (name: string) => createRequire(import.meta.url).resolve(`@hexpedition/lab-runtime/${name}`);

async function keep(kind: string, cacheDir: string, code: Buffer): Promise<string> {
  const file = join(cacheDir, `${kind}-${hashFiles(new Map([[`${kind}.mjs`, code]]))}.mjs`);
  await mkdir(cacheDir, { recursive: true });
  await writeFile(file, code);
  return file;
}

/** Bundles with the banner, so that Node can run the result. A lab outside of this project finds the errors of exploits, too. */
const compile = (name: string, input: Input, inputs?: Set<string>) => {
  const alias = { '@hexpedition/lab-runtime/attack': ourFile('attack') };
  return bundle(name, { ...input, alias, banner: { js: BANNER } }, inputs);
};

type Input = Pick<BuildOptions, 'entryPoints' | 'stdin' | 'plugins'>;

/** Sources of a lab: path → contents. */
type Sources = Map<string, Buffer>;

/** Reads these sources from memory, also those that the lab's folder does not have. */
function overrideSources(dir: string, overrides: Sources): Plugin {
  return {
    name: 'override-sources',
    setup: ({ onLoad, onResolve }) => {
      onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path);
        return overrides.has(relative(dir, file)) ? { path: file } : undefined;
      });
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = overrides.get(relative(dir, path));
        return contents && { contents, loader: 'ts', resolveDir: dirname(path) };
      });
    },
  };
}

async function bundle(
  name: string,
  input: Input & Pick<BuildOptions, 'alias' | 'banner'>,
  inputs?: Set<string>,
): Promise<Buffer> {
  // Loaded here, because a lab that is in the cache needs no compiler
  const { build } = await import('esbuild');
  try {
    const result = await build({
      ...input,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      outfile: 'out.mjs',
      write: false,
      logLevel: 'silent',
      metafile: inputs !== undefined,
    });
    for (const path of Object.keys(result.metafile?.inputs ?? {})) inputs?.add(resolve(path));
    return Buffer.from(result.outputFiles?.[0]?.contents ?? []);
  } catch (error) {
    throw new LabBuildError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Writes path → contents to a folder, readable for every user, because each box runs as another one. */
export async function writeFiles(root: string, files: Map<string, Buffer>): Promise<void> {
  for (const [name, content] of files) await writeReadable(root, name, content);
}

async function writeReadable(root: string, name: string, content: Buffer): Promise<void> {
  const path = join(root, name);
  for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
  }
  await writeFile(path, content);
  await chmod(path, 0o644);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
