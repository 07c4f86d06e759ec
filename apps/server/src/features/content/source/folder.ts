import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../diagnostics.ts';

/** Names in a folder, sorted; hidden files and editors' leftovers are passed over. Empty when there is none. */
export async function listFolder(path: string): Promise<{ folders: string[]; files: string[] }> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  const shown = entries.filter((entry) => !/^\.|~$/.test(entry.name)).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    folders: shown.filter((entry) => entry.isDirectory()).map((entry) => entry.name),
    files: shown.filter((entry) => entry.isFile()).map((entry) => entry.name),
  };
}

/** Larger files are not read: no lesson or drawing comes near it, and a slip should not fill the memory. */
const sizeLimit = 1_000_000;

/** The text of a file; undefined when there is none, empty (and reported) when it is not a text. */
export async function readText(root: string, file: string, report: Report): Promise<string | undefined> {
  const path = join(root, file);
  const info = await lstat(path).catch(() => undefined);
  if (info?.isSymbolicLink()) {
    report(1, 'file-link', 'This is a link: what lies elsewhere on the machine is not given to learners.');
    return '';
  }
  if (!info?.isFile()) return undefined;
  if (info.size > sizeLimit) {
    report(1, 'file-large', `The file is larger than ${sizeLimit / 1_000_000} MB.`);
    return '';
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
    if (!text.includes('\0')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  report(1, 'file-encoding', 'The file is not a text in UTF-8.');
  return '';
}

/** `03-first-quote` → number 3, slug `first-quote`. */
export function splitNumber(name: string): { number: number; rest: string } | undefined {
  const match = /^(\d{2,3})-(.+)$/.exec(name);
  return match ? { number: Number(match[1]), rest: match[2] ?? '' } : undefined;
}
