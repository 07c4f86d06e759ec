import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { type CheckReport, checkLab, createEmbeddedRuntime, findLabs, type LabRuntime } from '@hexpedition/lab-runtime';
import { playLab, scaffoldLab } from '#features/labs/labs.public';
import { readConfig } from '#platform/config';
import { projectRoot } from '#platform/paths';

const usage = `Usage: npm run lab -- new <slug>      create the folder of a new lab
         --workspace              with a C program and a shell to attack it
         --repair                 with a second task: to fix the vulnerability
       npm run lab -- check <slug> …  start each lab, run its exploit, repair and false fixes, and report the results
       npm run lab -- check --all
       npm run lab -- play <slug>     run it on this machine: on a port until Ctrl+C, or in its shell until Ctrl+]`;

const root = join(projectRoot, 'labs');
const cacheDir = join(readConfig(process.env).dataDir, 'cache', 'labs');

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      help: { type: 'boolean' },
      repair: { type: 'boolean' },
      workspace: { type: 'boolean' },
    },
  });
  const [action, name, ...more] = positionals;
  if (action === 'new' && name) await createLab(name, values);
  else if (action === 'check' && (name || values.all)) {
    await withRuntime((runtime) => check(runtime, name ? [name, ...more] : undefined));
  } else if (action === 'play' && name) await withRuntime((runtime) => play(runtime, name));
  else {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
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

async function createLab(slug: string, wanted: { workspace?: boolean; repair?: boolean }): Promise<void> {
  const dir = await scaffoldLab(root, slug, wanted);
  console.log(`${relative(process.cwd(), dir)} was created. Check it with: npm run lab -- check ${slug}`);
}

/** @param slugs all labs by default */
async function check(runtime: LabRuntime, slugs?: string[]): Promise<void> {
  const all = await findLabs(root);
  const dirs = (slugs ?? all).map((slug) => {
    const dir = all.find((one) => basename(one) === basename(slug));
    if (dir === undefined) throw new Error(`Lab ${slug} does not exist in ${root}.`);
    return dir;
  });
  let passed = 0;
  const falseFixes = { total: 0, refused: 0 };
  for (const dir of dirs) {
    try {
      const result = await checkLab(runtime, dir, cacheDir);
      if (report(result)) passed++;
      falseFixes.total += result.falseFixes.total;
      falseFixes.refused += result.falseFixes.refused;
    } catch (error) {
      console.log(`${basename(dir)}\n  FAILED  ${(error as Error).message}`);
    }
  }
  console.log(`${passed} passed, ${dirs.length - passed} failed`);
  console.log(`${falseFixes.refused} of ${falseFixes.total} false fixes refused`);
  if (passed < dirs.length) process.exitCode = 1;
}

/** Prints the checks. @returns whether all passed */
function report({ slug, checks, startMs }: CheckReport): boolean {
  console.log(`${slug}  (started in ${startMs} ms)`);
  for (const { id, ok, what } of checks) console.log(`  ${ok ? 'ok    ' : 'FAILED'}  ${id}  ${what}`);
  return checks.every((one) => one.ok);
}

async function play(runtime: LabRuntime, slug: string): Promise<void> {
  const { url, attach, stop } = await playLab(runtime, join(root, basename(slug)));
  const { isolation } = runtime.capabilities();
  const where = url ? `is at ${url}` : 'is reached from its workspace';
  console.log(`${slug} ${where} (isolation: ${isolation}). ${attach ? 'Ctrl+] or exit' : 'Ctrl+C'} ends it.`);
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const left = attach?.({ input: process.stdin, output: process.stdout });
  await Promise.race(left ? [left, interrupted] : [interrupted]);
  await stop();
}
