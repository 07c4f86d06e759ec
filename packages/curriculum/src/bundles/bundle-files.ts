import { importLimits } from '@hexpedition/contract';
import type { Diagnostic } from '../diagnostics.ts';

/** A file of a bundle. Its bytes are read on demand, so that large media are not all in memory at once. */
export interface BundleFile {
  size: number;
  bytes(): Promise<Uint8Array>;
}

/** The files of a zip or a folder, by their path inside it, with `/`. */
export type BundleFiles = ReadonlyMap<string, BundleFile>;

/** Reason for rejecting a whole zip or folder. */
export type RejectionCode =
  | 'not-zip'
  | 'zip-damaged'
  | 'zip-encrypted'
  | 'zip-method'
  | 'zip-64'
  | 'zip-mismatch'
  | 'zip-overlap'
  | 'zip-bomb'
  | 'too-slow'
  | 'format-unknown'
  | 'format-own';

export interface Rejection {
  code: RejectionCode;
  /** Says what is wrong and what to do about it. */
  message: string;
}

/** `leftOut` has a warning for each file that was left out (see select-files.ts). */
export type BundleRead = { files: BundleFiles; leftOut: Diagnostic[] } | { rejection: Rejection };

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

/** The limits that an import can set. */
export type ImportLimits = Partial<Pick<BundleLimits, 'files' | 'total'>>;

export const bundleLimits: BundleLimits = {
  files: importLimits.files.default,
  file: 200_000_000,
  text: 1_000_000,
  total: importLimits.megabytes.default * 1_000_000,
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
export async function catchRejection(read: () => Promise<BundleRead>): Promise<BundleRead> {
  try {
    return await read();
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
