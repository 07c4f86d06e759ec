import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * Builds the script of the reader threads for a test: Node cannot run TypeScript, and the last build may be outdated.
 */
export async function buildReaderThread(): Promise<{ script: URL; remove(): Promise<void> }> {
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
    // Packages with `require` calls need this.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  const script = pathToFileURL(join(outdir, 'read.worker.mjs'));
  return { script, remove: () => rm(outdir, { recursive: true, force: true }) };
}
