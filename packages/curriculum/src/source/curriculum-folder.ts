import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sizeLimits } from '@hexpedition/contract';
import { type Diagnostic, Diagnostics } from '../diagnostics.ts';
import { decodeText, headSize, type IncomingFile } from './source-tree.ts';

const isVisible = (name: string): boolean => !/^\.|~$/.test(name);

/**
 * Entries of a folder, sorted, without hidden files and editors' backup files. Empty when the folder does not exist.
 */
async function entriesOf(path: string) {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return entries.filter(({ name }) => isVisible(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Names of the folders in a folder. */
export async function listFolders(path: string): Promise<string[]> {
  return (await entriesOf(path)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

export interface IncomingFolder {
  files: ReadonlyMap<string, IncomingFile>;
  /** Problems that prevent a file from being read. */
  diagnostics: Diagnostic[];
}

/** Maximum size of any file of a lesson. */
const maxFileSize = Math.max(...Object.values(sizeLimits));

/** Finds the files of a curriculum's folder. Their contents are read on demand. */
export async function readFolder(root: string): Promise<IncomingFolder> {
  const files = new Map<string, IncomingFile>();
  const diagnostics = new Diagnostics();
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await entriesOf(join(root, folder))) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) await visit(path);
      else if (entry.isFile()) await add(path);
      else if (entry.isSymbolicLink()) await rejectLink(path);
    }
  };
  const add = async (path: string): Promise<void> => {
    const { size } = await stat(join(root, path));
    if (size <= maxFileSize) files.set(path, await fileOnDisk(join(root, path), size));
    else diagnostics.for(path)(1, 'file-large', `The file is larger than ${maxFileSize / 1_000_000} MB.`);
  };
  const rejectLink = async (path: string): Promise<void> => {
    const target = await stat(join(root, path)).catch(() => undefined);
    const code = target?.isDirectory() ? 'folder-link' : 'file-link';
    diagnostics.for(path)(
      1,
      code,
      'This is a symbolic link. Links are not followed, so that no other file of this machine is published.',
    );
  };
  await visit('');
  return { files, diagnostics: diagnostics.list() };
}

async function fileOnDisk(path: string, size: number): Promise<IncomingFile> {
  return {
    size,
    hash: await hashOfFile(path),
    head: () => headOf(path),
    text: async () => decodeText(await readFile(path)),
    bytes: () => createReadStream(path),
  };
}

async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headSize), 0, headSize, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function hashOfFile(path: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const part of createReadStream(path)) sum.update(part as Buffer);
  return sum.digest('hex');
}

/** `03-first-quote` → number 3, rest `first-quote`. */
export function splitNumber(name: string): { number: number; rest: string } | undefined {
  const match = /^(\d{2,3})-(.+)$/.exec(name);
  return match ? { number: Number(match[1]), rest: match[2] ?? '' } : undefined;
}
