import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BundleFile,
  BundleGuard,
  type BundleLimits,
  type BundleRead,
  bundleLimits,
  RefusedError,
  refusing,
} from './bundle.ts';

/** Reads a folder as if it had been packed: the same limits hold, and no link is followed. */
export function readFolder(root: string, limits: BundleLimits = bundleLimits): Promise<BundleRead> {
  return refusing(async () => {
    const files = new Map<string, BundleFile>();
    await readInto(files, root, '', new BundleGuard(limits));
    return files;
  });
}

async function readInto(
  files: Map<string, BundleFile>,
  root: string,
  folder: string,
  guard: BundleGuard,
): Promise<void> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder + entry.name;
    // The history of a checkout is no content, and has more files than a bundle may.
    if (entry.name === '.git') continue;
    // Node puts this sign where the bytes of a name are no UTF-8.
    if (path.includes('\ufffd'))
      throw new RefusedError('name-encoding', `The name of "${path}" is not in UTF-8; rename it.`);
    if (entry.isDirectory()) {
      guard.name(`${path}/`);
      await readInto(files, root, `${path}/`, guard);
      continue;
    }
    guard.name(path);
    if (entry.isSymbolicLink()) throw new RefusedError('link', `"${path}" is a link; put the file itself there.`);
    if (!entry.isFile()) throw new RefusedError('device', `"${path}" is neither a file nor a folder; take it out.`);
    const { size } = await lstat(join(root, path));
    guard.size(path, size);
    files.set(path, { size, bytes: () => readBytes(join(root, path), size) });
  }
}

/** What has become a link or larger since it was listed is not read. */
async function readBytes(path: string, size: number): Promise<Uint8Array> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
