import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type NewLab, template } from './templates.ts';

/**
 * Makes the folder of a new lab, with everything that a lab needs.
 * @returns the folder
 * @throws Error when the slug is not one, or the folder exists
 */
export async function newLab(root: string, slug: string, wanted: NewLab = {}): Promise<string> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
    throw new Error(`"${slug}" is not a slug: use small letters, digits and single hyphens.`);
  const dir = join(root, slug);
  await mkdir(dir).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`${dir} exists already.`) : error;
  });
  const name = slug
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
  for (const [file, text] of Object.entries(template(slug, name, wanted))) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), text);
  }
  return dir;
}
