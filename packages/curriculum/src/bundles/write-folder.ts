import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BundleFiles } from './bundle-files.ts';

/** Writes files below a folder. Fails if a file already exists. */
export async function writeFolder(files: BundleFiles, root: string): Promise<void> {
  for (const [path, file] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), await file.bytes(), { flag: 'wx' });
  }
}
