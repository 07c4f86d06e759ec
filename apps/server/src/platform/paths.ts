import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the checkout. It contains sources, build output, curriculum/ and labs/. */
export const projectRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package-lock.json')) && existsSync(join(folder, 'curriculum'))) return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error('The folder with package-lock.json and curriculum/ was not found above the program.');
  return findRoot(parent);
}
