import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renderTemplate, type ScaffoldOptions } from './lab-templates.ts';

/**
 * Creates the folder of a new lab from a template that works.
 * @returns the folder
 * @throws Error when the slug is not valid or the folder exists
 */
export async function scaffoldLab(root: string, slug: string, options: ScaffoldOptions = {}): Promise<string> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
    throw new Error(`"${slug}" is not a slug: use lower-case letters, digits and single hyphens.`);
  const dir = join(root, slug);
  await mkdir(dir).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`${dir} already exists.`) : error;
  });
  const name = slug
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
  for (const [file, text] of Object.entries(renderTemplate(slug, name, options))) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), text);
  }
  return dir;
}
