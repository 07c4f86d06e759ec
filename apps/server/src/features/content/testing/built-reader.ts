import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * The script of the reading threads, built for a test: Node reads no TypeScript, and the one of the last build can be
 * old.
 */
export async function buildReader(): Promise<{ script: URL; remove(): Promise<void> }> {
  const outdir = await mkdtemp(join(tmpdir(), 'hexpedition-reader-'));
  const source = fileURLToPath(new URL('../sources/read.worker.ts', import.meta.url));
  await build({
    entryPoints: { 'read.worker': source },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    // For packages that ask for Node's modules in the old way.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  const script = pathToFileURL(join(outdir, 'read.worker.mjs'));
  return { script, remove: () => rm(outdir, { recursive: true, force: true }) };
}
