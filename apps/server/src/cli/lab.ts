import { basename, join, relative } from 'node:path';
import { createEmbeddedRuntime, findLabs, type LabRuntime } from '@hexpedition/lab-runtime';
import { type CheckReport, checkLab, newLab, playLab } from '#features/labs/labs.public';
import { readConfig } from '#platform/config';
import { projectRoot } from '#platform/paths';

const usage = `Usage: npm run lab -- new <slug>      make the folder of a new lab
       npm run lab -- check <slug>    start it, run its exploit, and say which flags it found
       npm run lab -- check --all
       npm run lab -- play <slug>     start it on a port of this machine, until Ctrl+C`;

const root = join(projectRoot, 'labs');
const cacheDir = join(readConfig(process.env).dataDir, 'cache', 'labs');
const [action, name] = process.argv.slice(2);

try {
  if (action === 'new' && name) await make(name);
  else if (action === 'check' && name) await withRuntime((runtime) => check(runtime, name));
  else if (action === 'play' && name) await withRuntime((runtime) => play(runtime, name));
  else {
    console.log(usage);
    process.exitCode = action === '--help' ? 0 : 2;
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function withRuntime(use: (runtime: LabRuntime) => Promise<void>): Promise<void> {
  const runtime = await createEmbeddedRuntime({ cacheDir });
  try {
    await use(runtime);
  } finally {
    await runtime.close();
  }
}

async function make(slug: string): Promise<void> {
  const dir = await newLab(root, slug);
  console.log(`${relative(process.cwd(), dir)} was made and works as it is: npm run lab -- check ${slug}`);
}

async function check(runtime: LabRuntime, which: string): Promise<void> {
  const all = await findLabs(root);
  const dirs = which === '--all' ? all : all.filter((dir) => basename(dir) === which);
  if (dirs.length === 0) throw new Error(`There is no lab ${which} in ${root}.`);
  for (const dir of dirs) {
    try {
      report(await checkLab(runtime, dir, cacheDir));
    } catch (error) {
      console.log(`${basename(dir)}\n  FAILED  ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
}

function report({ slug, flags, startMs }: CheckReport): void {
  console.log(`${slug}  (started in ${startMs} ms)`);
  for (const { id, ok, what } of flags) console.log(`  ${ok ? 'ok    ' : 'FAILED'}  ${id}  ${what}`);
  if (flags.some((flag) => !flag.ok)) process.exitCode = 1;
}

async function play(runtime: LabRuntime, slug: string): Promise<void> {
  const { url, stop } = await playLab(runtime, join(root, basename(slug)));
  console.log(`${slug} is at ${url} (isolation: ${runtime.capabilities().isolation}). Ctrl+C ends it.`);
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  await stop();
}
