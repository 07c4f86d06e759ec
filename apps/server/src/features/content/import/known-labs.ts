import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listFolders } from '@hexpedition/curriculum/source/curriculum-folder';
import type { Db } from '#platform/db/db';
import { readLabSlugs } from './stored-modules.read-model.ts';

/**
 * Returns the slugs of the labs in the database and in the folder `labs` next to the curriculum; null if there are
 * none.
 * @param root the curriculum's folder, if there is one
 */
export async function findKnownLabs(db: Db, root?: string): Promise<ReadonlySet<string> | null> {
  const unstoredFiles = root === undefined ? undefined : join(root, '..', 'labs');
  const [stored, folders] = await Promise.all([
    readLabSlugs(db),
    unstoredFiles === undefined ? [] : listFolders(unstoredFiles),
  ]);
  const inFolders = folders.filter((name) => existsSync(join(unstoredFiles ?? '', name, 'lab.yaml')));
  const labs = new Set([...stored, ...inFolders]);
  // Without installed labs there is no list to compare with, and lessons must still be importable.
  return labs.size > 0 ? labs : null;
}
