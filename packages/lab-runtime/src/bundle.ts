import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Exploit } from './exploit.ts';
import { filesOf, hashFiles } from './lab.ts';

/** The lab's code does not compile. The message lists what and where. */
export class LabBuildError extends Error {
  override name = 'LabBuildError';
}

/**
 * Bundles `app.ts` and its imports into one `app.mjs` and puts it, with the files of `public/`, into a folder named
 * after their contents. Instances of every version thus keep their own files while they run.
 * @returns the folder.
 */
export async function bundleApp(dir: string, slug: string, cacheDir: string): Promise<string> {
  const files = new Map([['app.mjs', await compile(join(dir, 'app.ts'))]]);
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
  for (const [name, content] of files) await writeReadable(draft, name, content);
  for (const name of programs) await chmod(join(draft, name), 0o755);
  // The sandbox reads it as another user, so the umask must not apply
  await chmod(draft, 0o755);
  // A second build at the same time finds the folder there already, with the same contents
  await rename(draft, target).catch(() => rm(draft, { recursive: true }));
  return target;
}

/** Bundles and loads `exploit.ts`. It runs with this process's rights: it is the operator's code, like the platform. */
export async function loadExploit(dir: string, cacheDir: string): Promise<Exploit> {
  const code = await compile(join(dir, 'exploit.ts'));
  const file = join(cacheDir, `exploit-${hashFiles(new Map([['exploit.mjs', code]]))}.mjs`);
  await mkdir(cacheDir, { recursive: true });
  await writeFile(file, code);
  const loaded: { default: Exploit } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  return loaded.default;
}

async function compile(entry: string): Promise<Buffer> {
  // Loaded here: a lab that was bundled before needs no compiler.
  const { build } = await import('esbuild');
  try {
    const result = await build({
      entryPoints: [entry],
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      outfile: 'out.mjs',
      write: false,
      logLevel: 'silent',
      // Libraries that still say require() need one in a module
      banner: { js: "import{createRequire as __r}from'node:module';const require=__r(import.meta.url);" },
    });
    return Buffer.from(result.outputFiles[0]?.contents ?? []);
  } catch (error) {
    throw new LabBuildError(`${entry}: ${error instanceof Error ? error.message : String(error)}`);
  }
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
