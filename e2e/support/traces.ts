import { mkdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { expect } from 'vitest';
import { projectRoot } from './server.ts';

/** Records what visitors do, if TRACE=1 is set: a Playwright trace for each visitor of a test. */

const folder = join(projectRoot, '.cache/traces');
const openContexts = new Set<BrowserContext>();
let saved = 0;

/** Starts the trace of a visitor. It is saved when the visitor's context closes. */
export async function startTrace(context: BrowserContext): Promise<void> {
  if (process.env.TRACE !== '1') return;
  await mkdir(folder, { recursive: true });
  await context.tracing.start({ screenshots: true, snapshots: true, sources: true });
  openContexts.add(context);
  const close = context.close.bind(context);
  context.close = async (options) => {
    if (openContexts.delete(context)) await context.tracing.stop({ path: nextPath() });
    await close(options);
  };
}

/** Saves the traces of visitors that are still there after a test: those of a failed test, and those of a whole file. */
export async function saveOpenTraces(): Promise<void> {
  for (const context of openContexts) {
    await context.tracing.stopChunk({ path: nextPath() });
    await context.tracing.startChunk();
  }
}

/** Prints the path as well. The process id keeps the traces of concurrent workers apart. */
function nextPath(): string {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const path = join(folder, `${basename(testPath, '.test.ts')}-${process.pid}-${++saved}.zip`);
  process.stderr.write(`Trace: ${relative(projectRoot, path)} (${currentTestName})\n`);
  return path;
}
