import { isDeviceName } from '@hexpedition/contract';

/** A file of a bundle. Its bytes are read when they are asked for, so that large media need not lie in memory together. */
export interface BundleFile {
  size: number;
  bytes(): Promise<Uint8Array>;
}

/** What a zip or a folder holds, by the path inside of it, with `/`. */
export type BundleFiles = ReadonlyMap<string, BundleFile>;

/** Why a zip or a folder is not taken. */
export type RefusalCode =
  | 'not-zip'
  | 'zip-damaged'
  | 'zip-encrypted'
  | 'zip-method'
  | 'zip-64'
  | 'zip-mismatch'
  | 'zip-overlap'
  | 'zip-bomb'
  | 'name-encoding'
  | 'name-unsafe'
  | 'name-long'
  | 'name-deep'
  | 'name-twice'
  | 'link'
  | 'device'
  | 'too-many-files'
  | 'file-large'
  | 'total-large'
  | 'too-slow'
  | 'format-unknown'
  | 'format-own';

export interface Refusal {
  code: RefusalCode;
  /** Says what is wrong and what to do. */
  message: string;
}

export type BundleRead = { files: BundleFiles } | { refusal: Refusal };

export interface BundleLimits {
  files: number;
  /** Bytes of one file, and of one that is read as a text. */
  file: number;
  text: number;
  /** Bytes of all files together, unpacked. */
  total: number;
  /** Folders above a file, and itself. */
  depth: number;
  /** Bytes of a path. */
  path: number;
  /** How many times larger than packed a file may be; only beyond `ratioFrom` bytes, because small texts pack well. */
  ratio: number;
  ratioFrom: number;
}

export const bundleLimits: BundleLimits = {
  files: 10_000,
  file: 200_000_000,
  text: 1_000_000,
  total: 1_000_000_000,
  depth: 16,
  path: 200,
  ratio: 250,
  ratioFrom: 5_000_000,
};

/** Thrown inside of a reader, whose outermost function gives it back as a value. */
export class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.refusal = { code, message };
  }
}

/** Runs a reader of files; a refusal inside of it becomes its answer. */
export async function refusing(read: () => Promise<BundleFiles>): Promise<BundleRead> {
  try {
    return { files: await read() };
  } catch (error) {
    if (error instanceof RefusedError) return { refusal: error.refusal };
    throw error;
  }
}

/** A file that was made here. */
export function textFile(text: string): BundleFile {
  return bytesFile(new TextEncoder().encode(text));
}

export function bytesFile(bytes: Uint8Array): BundleFile {
  return { size: bytes.byteLength, bytes: async () => bytes };
}

/** Texts are read whole and parsed: authors never write so much, and a hostile one must not keep us busy. */
const textEndings = /\.(md|ya?ml|svg|vtt)$/i;

/** Takes in one name and size after the other, and refuses what no author means. */
export class BundleGuard {
  readonly #limits: BundleLimits;
  readonly #names = new Map<string, string>();
  readonly #folders = new Map<string, string>();
  #entries = 0;
  #total = 0;

  constructor(limits: BundleLimits) {
    this.#limits = limits;
  }

  /** Checks a path that stands for a file, or for a folder when it ends with `/`. */
  name(path: string): void {
    this.#entries += 1;
    if (this.#entries > this.#limits.files)
      throw new RefusedError(
        'too-many-files',
        `There are more than ${this.#limits.files} files; import them in parts.`,
      );
    checkPath(path, this.#limits);
    this.#once(path);
  }

  size(path: string, bytes: number): void {
    const limit = this.#sizeLimit(path);
    if (bytes > limit)
      throw new RefusedError('file-large', `"${path}" is larger than ${limit / 1_000_000} MB; make it smaller.`);
    this.#total += bytes;
    if (this.#total > this.#limits.total) {
      const most = `${this.#limits.total / 1_000_000} MB`;
      throw new RefusedError('total-large', `All files together are larger than ${most}; import them in parts.`);
    }
  }

  #sizeLimit(path: string): number {
    return textEndings.test(path) ? this.#limits.text : this.#limits.file;
  }

  /** Names that differ by case or by the form of an accent are one file on many machines. */
  #once(path: string): void {
    const isFolder = path.endsWith('/');
    const key = sameName(isFolder ? path.slice(0, -1) : path);
    const parts = key.split('/');
    const above = parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join('/'));
    const other = this.#names.get(key) ?? (isFolder ? undefined : this.#folders.get(key));
    const file = above
      .map((folder) => this.#names.get(folder))
      .find((name) => name !== undefined && !name.endsWith('/'));
    const clash = other ?? file;
    if (clash !== undefined)
      throw new RefusedError('name-twice', `"${path}" and "${clash}" would be one file; rename one of them.`);
    this.#names.set(key, path);
    for (const folder of above) this.#folders.set(folder, path);
  }
}

const sameName = (path: string): string => path.normalize('NFKC').toLowerCase().normalize('NFKC');

function checkPath(path: string, limits: BundleLimits): void {
  const shown = JSON.stringify(path.slice(0, 80));
  const unsafe = (why: string): never => {
    throw new RefusedError('name-unsafe', `${shown} ${why}; rename it and pack again.`);
  };
  if (Buffer.byteLength(path) > limits.path)
    throw new RefusedError('name-long', `${shown} … is longer than ${limits.path} bytes; shorten the names.`);
  if (/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(path)) unsafe('holds characters that cannot be seen');
  if (path.includes('\\')) unsafe('holds a backslash');
  if (path.startsWith('/')) unsafe('begins at the root of the disk');
  if (path.includes(':')) unsafe('holds a colon');
  const parts = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  if (parts.length > limits.depth)
    throw new RefusedError('name-deep', `${shown} lies deeper than ${limits.depth} folders; move it up.`);
  for (const part of parts) {
    if (part === '' || part === '.' || part === '..') unsafe('leads to another folder');
    if (isDeviceName(part)) unsafe('is the name of a device on Windows');
  }
}
