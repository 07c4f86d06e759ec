import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BundleLimits, type BundleRead, bundleLimits, catchRejection } from './bundle-files.ts';
import { type BundleEntry, deviceProblem, encodingProblem, linkProblem, selectFiles } from './select-files.ts';

/** Reads a folder with the limits of a zip; follows no links. */
export function readFolder(root: string, limits: BundleLimits = bundleLimits): Promise<BundleRead> {
  return catchRejection(async () => {
    const { selected, leftOut } = selectFiles(await listEntries(root, ''), limits);
    const files = selected.map(
      ({ path, size }) => [path, { size, bytes: () => readBytes(join(root, path), size) }] as const,
    );
    return { files: new Map(files), leftOut };
  });
}

async function listEntries(root: string, folder: string, found: BundleEntry[] = []): Promise<BundleEntry[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder + entry.name;
    if (entry.name === '.git') continue;
    // Node replaces bytes of a name that are not valid UTF-8 with this character.
    if (path.includes('\ufffd')) found.push({ path, size: 0, problem: encodingProblem });
    else if (entry.isDirectory()) await listEntries(root, `${path}/`, found);
    else if (entry.isSymbolicLink()) found.push({ path, size: 0, problem: linkProblem });
    else if (!entry.isFile()) found.push({ path, size: 0, problem: deviceProblem });
    else found.push({ path, size: (await lstat(join(root, path))).size });
  }
  return found;
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
