import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BundleFile,
  type BundleLimits,
  type BundleRead,
  BundleValidator,
  bundleLimits,
  catchRejection,
  RejectedError,
} from './bundle-files.ts';

/** Reads a folder with the limits of a zip; follows no links. */
export function readFolder(root: string, limits: BundleLimits = bundleLimits): Promise<BundleRead> {
  return catchRejection(async () => {
    const files = new Map<string, BundleFile>();
    await readInto(files, root, '', new BundleValidator(limits));
    return files;
  });
}

async function readInto(
  files: Map<string, BundleFile>,
  root: string,
  folder: string,
  validator: BundleValidator,
): Promise<void> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder + entry.name;
    // The history of a checkout is no content and exceeds the file limit.
    if (entry.name === '.git') continue;
    // Node replaces bytes of a name that are not valid UTF-8 with this character.
    if (path.includes('\ufffd'))
      throw new RejectedError('name-encoding', `The name of "${path}" is not in UTF-8; rename it.`);
    if (entry.isDirectory()) {
      validator.checkName(`${path}/`);
      await readInto(files, root, `${path}/`, validator);
      continue;
    }
    validator.checkName(path);
    if (entry.isSymbolicLink())
      throw new RejectedError('link', `"${path}" is a symbolic link; replace it with the file.`);
    if (!entry.isFile()) throw new RejectedError('device', `"${path}" is neither a file nor a folder; remove it.`);
    const { size } = await lstat(join(root, path));
    validator.checkSize(path, size);
    files.set(path, { size, bytes: () => readBytes(join(root, path), size) });
  }
}

/** Reads at most `size` bytes, and no link: the file may have changed since it was listed. */
async function readBytes(path: string, size: number): Promise<Uint8Array> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
