import { basename } from 'node:path';
import { findLabs } from '@hexpedition/lab-runtime';
import type { LabCatalog } from './lab-catalog.ts';

/** Builds all labs one after the other, so that learners do not wait for a compiler. Logs each lab that fails to build. */
export async function buildAllLabs({
  catalog,
  log,
  signal,
}: {
  catalog: LabCatalog;
  log: (message: string) => void;
  signal: AbortSignal;
}): Promise<void> {
  const folders = await findLabs(catalog.folder).catch((): string[] => []);
  for (const slug of folders.map((folder) => basename(folder))) {
    if (signal.aborted) return;
    await catalog.prepare(slug).catch((error: Error) => log(`the lab ${slug} cannot be built: ${error.message}`));
  }
}
