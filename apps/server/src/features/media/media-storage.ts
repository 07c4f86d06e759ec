import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Bucket, BucketError, createBucket } from '#platform/bucket';
import type { StorageConfig } from '#platform/config';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { ByteRange } from './byte-range.ts';

/** Bucket for the bytes of new media of one database. */
export interface Storage {
  bucket: Bucket;
  /** Logs why the storage failed. */
  warn: (reason: string) => void;
}

export interface StorageOptions {
  warn: Storage['warn'];
  /** See `createBucket`. */
  stallTimeoutMs?: number;
  retryPauseMs?: number;
}

/** Identity of a file. */
interface FileIdentity {
  /** SHA-256 in hexadecimal. */
  hash: string;
  size: number;
}

/**
 * Storage by database: functions that store or read media take only the database as a parameter, so they cannot forget
 * the bucket.
 */
const storages = new WeakMap<Db, Storage>();

export const storageOf = (db: Db): Storage | undefined => storages.get(db);

/** Stores new media of this database in a bucket, if one is configured. Does not contact the bucket. */
export function useStorage(db: Db, config: StorageConfig | null, { warn, ...options }: StorageOptions): void {
  if (config) storages.set(db, { bucket: createBucket(config, options), warn });
}

/** Puts a file into the bucket, completely or not at all. @throws AppError unavailable; errors of `bytes` */
export async function putObject(
  storage: Storage,
  { hash, size, bytes }: FileIdentity & { bytes: () => AsyncIterable<Uint8Array> },
): Promise<void> {
  try {
    await storage.bucket.put(keyOf(hash), { size, sha256: hash, bytes });
  } catch (error) {
    throw toClientError(storage, error, 'Nothing was stored. Try again in a moment.');
  }
}

/** Also succeeds if the object does not exist. @throws BucketError */
export const removeObject = ({ bucket }: Storage, hash: string): Promise<void> => bucket.remove(keyOf(hash));

/**
 * Opens a file in the bucket as a stream. Resolves after the first bytes have arrived, so that a failing storage can
 * still be reported; later failures break the stream. For a whole file, the last bytes are sent only after the hash is
 * verified.
 * @throws AppError unavailable
 */
export async function readObject(
  storage: Storage,
  { hash, size }: FileIdentity,
  { from, to }: ByteRange,
): Promise<Readable> {
  const abort = new AbortController();
  const parts = storage.bucket.read(keyOf(hash), { from, to, size, signal: abort.signal });
  const isWhole = to - from + 1 === size;
  const verifiedParts = isWhole
    ? verified(parts, { hash, size }, () => new Error(`The storage sent wrong bytes for ${hash}.`))
    : parts;
  const next = async () => {
    try {
      const { done, value } = await verifiedParts.next();
      return done ? null : value;
    } catch (error) {
      if (abort.signal.aborted) throw error;
      throw toClientError(storage, error, 'Try again in a moment.');
    }
  };
  let first: Promise<Uint8Array | null> | undefined = Promise.resolve(await next());
  return new Readable({
    read() {
      const pending = first ?? next();
      first = undefined;
      pending.then(
        (bytes) => this.push(bytes),
        (error: Error) => this.destroy(error),
      );
    },
    // Aborts at once: the storage may be stalled.
    destroy(error, callback) {
      abort.abort();
      callback(error);
    },
  });
}

/** Passes bytes on, but the last part only after their hash is verified. */
export async function* verified<T extends Uint8Array>(
  parts: AsyncIterable<T> | Iterable<T>,
  { hash, size }: FileIdentity,
  createError: () => Error,
): AsyncGenerator<T> {
  const sum = createHash('sha256');
  let length = 0;
  let pending: T | undefined;
  for await (const part of parts) {
    length += part.length;
    if (length > size) throw createError();
    sum.update(part);
    if (pending) yield pending;
    pending = part;
  }
  if (sum.digest('hex') !== hash) throw createError();
  if (pending) yield pending;
}

const keyOf = (hash: string): string => `media/${hash}`;

/** Converts a storage failure to an error for clients and logs the reason. Other errors are unchanged. */
function toClientError({ warn }: Storage, error: unknown, outcome: string): unknown {
  if (!(error instanceof BucketError)) return error;
  warn(error.message);
  return new AppError('unavailable', `The file storage does not respond. ${outcome}`, { retry_after: 10 });
}
