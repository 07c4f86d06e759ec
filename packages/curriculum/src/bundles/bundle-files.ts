import { isDeviceName } from '@hexpedition/contract';

/** A file of a bundle. Its bytes are read on demand, so that large media are not all in memory at once. */
export interface BundleFile {
  size: number;
  bytes(): Promise<Uint8Array>;
}

/** The files of a zip or a folder, by their path inside it, with `/`. */
export type BundleFiles = ReadonlyMap<string, BundleFile>;

/** Reason for rejecting a zip or a folder. */
export type RejectionCode =
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

export interface Rejection {
  code: RejectionCode;
  /** Says what is wrong and what to do about it. */
  message: string;
}

export type BundleRead = { files: BundleFiles } | { rejection: Rejection };

export interface BundleLimits {
  files: number;
  /** Maximum bytes of one file, and of one that is read as text. */
  file: number;
  text: number;
  /** Maximum bytes of all files together, unpacked. */
  total: number;
  /** Maximum path segments: the folders above a file and the file itself. */
  depth: number;
  /** Maximum bytes of a path. */
  path: number;
  /** Maximum compression ratio of a file; checked only beyond `ratioFrom` bytes, because small texts compress well. */
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

/** Thrown inside a reader; the outermost function of the reader returns it as a value. */
export class RejectedError extends Error {
  readonly rejection: Rejection;

  constructor(code: RejectionCode, message: string) {
    super(message);
    this.rejection = { code, message };
  }
}

/** Runs a reader and returns a rejection thrown inside it as its result. */
export async function catchRejection(read: () => Promise<BundleFiles>): Promise<BundleRead> {
  try {
    return { files: await read() };
  } catch (error) {
    if (error instanceof RejectedError) return { rejection: error.rejection };
    throw error;
  }
}

/** Makes a file from a text. */
export function textFile(text: string): BundleFile {
  return bytesFile(new TextEncoder().encode(text));
}

export function bytesFile(bytes: Uint8Array): BundleFile {
  return { size: bytes.byteLength, bytes: async () => bytes };
}

/** Texts are read whole and parsed. Real ones are small, and a hostile one must not block the server. */
const textExtensions = /\.(md|ya?ml|svg|vtt)$/i;

/** Checks one name and size after the other, and rejects what no author would upload. */
export class BundleValidator {
  readonly #limits: BundleLimits;
  readonly #names = new Map<string, string>();
  readonly #folders = new Map<string, string>();
  #entries = 0;
  #total = 0;

  constructor(limits: BundleLimits) {
    this.#limits = limits;
  }

  /** Checks the path of a file, or of a folder when it ends with `/`. */
  checkName(path: string): void {
    this.#entries += 1;
    if (this.#entries > this.#limits.files)
      throw new RejectedError(
        'too-many-files',
        `The bundle has more than ${this.#limits.files} files; import it in parts.`,
      );
    checkPath(path, this.#limits);
    this.#checkUnique(path);
  }

  checkSize(path: string, bytes: number): void {
    const limit = this.#sizeLimit(path);
    if (bytes > limit)
      throw new RejectedError('file-large', `"${path}" is larger than ${limit / 1_000_000} MB; make it smaller.`);
    this.#total += bytes;
    if (this.#total > this.#limits.total) {
      const maxSize = `${this.#limits.total / 1_000_000} MB`;
      throw new RejectedError('total-large', `All files together are larger than ${maxSize}; import them in parts.`);
    }
  }

  #sizeLimit(path: string): number {
    return textExtensions.test(path) ? this.#limits.text : this.#limits.file;
  }

  /** Names that differ only by case or by Unicode normal form are the same file on many systems. */
  #checkUnique(path: string): void {
    const isFolder = path.endsWith('/');
    const key = normalizedName(isFolder ? path.slice(0, -1) : path);
    const parts = key.split('/');
    const parents = parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join('/'));
    const other = this.#names.get(key) ?? (isFolder ? undefined : this.#folders.get(key));
    const file = parents
      .map((folder) => this.#names.get(folder))
      .find((name) => name !== undefined && !name.endsWith('/'));
    const conflict = other ?? file;
    if (conflict !== undefined)
      throw new RejectedError(
        'name-twice',
        `"${path}" and "${conflict}" would be the same file on some systems; rename one of them.`,
      );
    this.#names.set(key, path);
    for (const folder of parents) this.#folders.set(folder, path);
  }
}

const normalizedName = (path: string): string => path.normalize('NFKC').toLowerCase().normalize('NFKC');

function checkPath(path: string, limits: BundleLimits): void {
  const displayPath = JSON.stringify(path.slice(0, 80));
  const unsafe = (why: string): never => {
    throw new RejectedError('name-unsafe', `${displayPath} ${why}; rename it and pack the bundle again.`);
  };
  if (Buffer.byteLength(path) > limits.path)
    throw new RejectedError('name-long', `${displayPath} … is longer than ${limits.path} bytes; shorten the names.`);
  if (/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(path)) unsafe('contains invisible characters');
  if (path.includes('\\')) unsafe('contains a backslash');
  if (path.startsWith('/')) unsafe('is an absolute path');
  if (path.includes(':')) unsafe('contains a colon');
  const parts = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  if (parts.length > limits.depth)
    throw new RejectedError('name-deep', `${displayPath} is nested deeper than ${limits.depth} folders; move it up.`);
  for (const part of parts) {
    if (part === '' || part === '.' || part === '..') unsafe('contains an empty, "." or ".." segment');
    if (isDeviceName(part)) unsafe('is a reserved device name on Windows');
  }
}
