import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';
import { LabBuildError } from './build-error.ts';
import type { Exploit } from './exploit.ts';
import { filesOf, hashFiles } from './lab.ts';

/**
 * Bundles `app.ts` and its imports into one `app.mjs` and puts it, with the files of `public/`, into a folder named
 * after their contents. Instances of every version thus keep their own files while they run.
 * @param inputs takes the path of each file that was read
 * @param instead path → what stands in place of this source
 * @returns the folder.
 */
export async function bundleApp(
  dir: string,
  slug: string,
  cacheDir: string,
  inputs: Set<string>,
  instead?: Sources,
): Promise<string> {
  const entry = join(dir, 'app.ts');
  const plugins = instead && [standIn(dir, instead)];
  const files = new Map([['app.mjs', await compile(entry, { entryPoints: [entry], plugins }, inputs)]]);
  for (const [name, content] of await filesOf(dir)) if (name.startsWith('public/')) files.set(name, content);
  return keepFolder(files, slug, cacheDir);
}

/**
 * Keeps files in a folder that is named after their contents.
 * @param programs names of those that can be run
 * @returns the folder.
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
  // The sandbox reads it as another user, so the umask must not apply
  await chmod(draft, 0o755);
  // A second build at the same time finds the folder there already, with the same contents
  await rename(draft, target).catch(() => rm(draft, { recursive: true }));
  return target;
}

/**
 * Bundles `material.ts` into a module that gives out what it makes.
 * @param inputs takes the path of each file that was read
 * @param instead path → what stands in place of this source
 */
export function bundleMaterial(dir: string, inputs: Set<string>, instead?: Sources): Promise<Buffer> {
  const contents = `
    import { giveOut } from ${JSON.stringify(ourFile('material'))};
    import make from './material.ts';
    await giveOut(make);`;
  const plugins = instead && [standIn(dir, instead)];
  return compile(dir, { stdin: { contents, resolveDir: dir, loader: 'ts' }, plugins }, inputs);
}

/** Bundles and loads `exploit.ts`. It runs with this process's rights: it is the operator's code, like the platform. */
export async function loadExploit(dir: string, cacheDir: string): Promise<Exploit> {
  const entry = join(dir, 'exploit.ts');
  const file = await keep('exploit', cacheDir, await compile(entry, { entryPoints: [entry] }));
  const loaded: { default: Exploit } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  return loaded.default;
}

/** Libraries that still say require() need one in a module. */
export const BANNER = "import{createRequire as __r}from'node:module';const require=__r(import.meta.url);";

let kit: Promise<Buffer> | undefined;
/** The kit as one module, for programs that are not built here. */
export function bundleKit(): Promise<Buffer> {
  kit ??= bundle(ourFile('kit'), { entryPoints: [ourFile('kit')] });
  return kit;
}

/**
 * Bundles what runs a lab's tests and its exploit in a process of its own (`repair/runner.ts`).
 * @returns the file
 */
export async function bundleRunner(dir: string, cacheDir: string): Promise<string> {
  const contents = `
    import { takeOrders } from ${JSON.stringify(ourFile('repair/runner'))};
    import exploit from './exploit.ts';
    import tests from './tests.ts';
    takeOrders(tests, exploit);`;
  return keep('repair', cacheDir, await compile(dir, { stdin: { contents, resolveDir: dir, loader: 'ts' } }));
}

/** A file of this package, also for what was bundled out of it. */
const ourFile = (name: string) => createRequire(import.meta.url).resolve(`@hexpedition/lab-runtime/${name}`);

async function keep(kind: string, cacheDir: string, code: Buffer): Promise<string> {
  const file = join(cacheDir, `${kind}-${hashFiles(new Map([[`${kind}.mjs`, code]]))}.mjs`);
  await mkdir(cacheDir, { recursive: true });
  await writeFile(file, code);
  return file;
}

/** With the banner, for Node to run as it is. */
const compile = (name: string, input: Input, inputs?: Set<string>) =>
  bundle(name, { ...input, banner: { js: BANNER } }, inputs);

type Input = Pick<BuildOptions, 'entryPoints' | 'stdin' | 'plugins'>;

/** Sources of a lab: path → contents. */
type Sources = Map<string, Buffer>;

function standIn(dir: string, instead: Sources): Plugin {
  return {
    name: 'stand-in',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = instead.get(relative(dir, path));
        return contents && { contents, loader: 'ts', resolveDir: dirname(path) };
      }),
  };
}

async function bundle(
  name: string,
  input: Input & Pick<BuildOptions, 'banner'>,
  inputs?: Set<string>,
): Promise<Buffer> {
  // Loaded here: a lab that was bundled before needs no compiler.
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

/** Writes path → contents below a folder, for every user to read: boxes have users of their own. */
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
