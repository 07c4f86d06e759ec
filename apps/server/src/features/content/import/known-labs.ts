import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '#platform/db/db';
import { listFolders } from '../source/curriculum-folder.ts';
import { readLabSlugs } from './stored.read-model.ts';

/**
 * Slugs of the labs in the database and in the folder `labs` beside the curriculum; null when there are none at all.
 * @param root the curriculum's folder, where there is one
 */
export async function findKnownLabs(db: Db, root?: string): Promise<ReadonlySet<string> | null> {
  const beside = root === undefined ? undefined : join(root, '..', 'labs');
  const [stored, folders] = await Promise.all([readLabSlugs(db), beside === undefined ? [] : listFolders(beside)]);
  const inFolders = folders.filter((name) => existsSync(join(beside ?? '', name, 'lab.yaml')));
  const labs = new Set([...stored, ...inFolders]);
  // Nobody has installed a lab: then there is nothing to compare with, and lessons must still come in.
  return labs.size > 0 ? labs : null;
}
