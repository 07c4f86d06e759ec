import { createHash } from 'node:crypto';
import type { Report } from '../diagnostics.ts';

/** A file of a curriculum on the disk, in a zip or in the database. Its contents are read on demand. */
export interface SourceFile {
  /** SHA-256 of its bytes, in hexadecimal. */
  hash: string;
  size: number;
  /** Returns its first bytes: enough to recognise every type. */
  head(): Promise<Uint8Array>;
  /** Returns its text; undefined when it is not UTF-8. */
  text(): Promise<string | undefined>;
}

/** A file that is not stored yet. */
export interface IncomingFile extends SourceFile {
  bytes(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Path → file; paths are relative to the curriculum's folder, with `/`. */
export type SourceFiles = ReadonlyMap<string, SourceFile>;

/** Number of bytes at the start of a file that are enough to recognise its type. */
export const headSize = 64;

/** Makes a file from bytes in memory. */
export function fileOf(bytes: Uint8Array): IncomingFile {
  return {
    hash: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    head: async () => bytes.subarray(0, headSize),
    text: async () => decodeText(bytes),
    bytes: () => [bytes],
  };
}

/** Decodes UTF-8 without loss: encoding the text gives the same bytes. Undefined if the bytes are not valid UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // PostgreSQL stores no NUL, and no real text contains one.
    return text.includes('\0') ? undefined : text;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * Larger files are not read as text: lessons and drawings are far smaller, and a mistake must not exhaust the memory.
 */
export const textLimit = 1_000_000;

interface Folder {
  folders: string[];
  files: string[];
}

/** The files of a curriculum as a tree of folders. */
export class SourceTree {
  readonly files: SourceFiles;
  readonly #folders = new Map<string, Folder>([['', { folders: [], files: [] }]]);

  constructor(files: SourceFiles) {
    this.files = files;
    for (const path of [...files.keys()].sort()) this.#folderOf(path).files.push(nameOf(path));
    for (const { folders } of this.#folders.values()) folders.sort();
  }

  /** Names in a folder, sorted. Empty when there is no such folder. */
  list(path: string): Folder {
    return this.#folders.get(path) ?? { folders: [], files: [] };
  }

  find(path: string): SourceFile | undefined {
    return this.files.get(path);
  }

  /** Reads the text of a file; undefined when it does not exist, empty (and reported) when it is not text. */
  async readText(path: string, report: Report): Promise<string | undefined> {
    const file = this.files.get(path);
    if (!file) return undefined;
    if (file.size > textLimit) {
      report(1, 'file-large', `The file is larger than ${textLimit / 1_000_000} MB.`);
      return '';
    }
    const text = await file.text();
    if (text === undefined) report(1, 'file-encoding', 'The file is not UTF-8 text.');
    return text?.replace(/^\uFEFF/, '') ?? '';
  }

  #folderOf(path: string): Folder {
    const parent = parentOf(path);
    const existing = this.#folders.get(parent);
    if (existing) return existing;
    const created: Folder = { folders: [], files: [] };
    this.#folders.set(parent, created);
    this.#folderOf(parent).folders.push(nameOf(parent));
    return created;
  }
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the folder of a path; empty for a file at the top. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
