import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Bucket, BucketError, createBucket } from '#platform/bucket';
import type { StorageConfig } from '#platform/config';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { ByteRange } from './range.ts';

/** Where a database keeps the bytes of new media besides itself. */
export interface Storage {
  bucket: Bucket;
  /** Told why the store did not do something. */
  warn: (reason: string) => void;
}

export interface StorageOptions {
  warn: Storage['warn'];
  /** See `createBucket`. */
  stallTimeoutMs?: number;
}

/** A file that is known by its hash. */
interface Known {
  /** SHA-256 in hexadecimal. */
  hash: string;
  size: number;
}

/**
 * By the database whose rows lead into the bucket: whoever stores or reads media has to know the database alone, and
 * cannot forget the bucket.
 */
const storages = new WeakMap<Db, Storage>();

export const storageOf = (db: Db): Storage | undefined => storages.get(db);

/** From now on, the bytes of new media go into a bucket, if there is one. It is not asked yet. */
export function useStorage(db: Db, config: StorageConfig | null, { warn, stallTimeoutMs }: StorageOptions): void {
  if (config) storages.set(db, { bucket: createBucket(config, { stallTimeoutMs }), warn });
}

/** Puts a file into the bucket: all of it or nothing. @throws AppError unavailable; what `bytes` throws */
export async function putObject(
  storage: Storage,
  { hash, size, bytes }: Known & { bytes: () => AsyncIterable<Uint8Array> },
): Promise<void> {
  try {
    await storage.bucket.put(keyOf(hash), { size, sha256: hash, bytes });
  } catch (error) {
    throw excuse(storage, error, 'Nothing of it was kept. Try again in a moment.');
  }
}

/** Also where there is none any more. @throws BucketError */
export const removeObject = ({ bucket }: Storage, hash: string): Promise<void> => bucket.remove(keyOf(hash));

/**
 * Bytes of a file in the bucket, read as they are taken. It is there once the first bytes have come, so that a store that
 * fails can still be said; later, the stream breaks. Of a whole file the last bytes are given only if all are right.
 * @throws AppError unavailable
 */
export async function readObject(storage: Storage, { hash, size }: Known, { from, to }: ByteRange): Promise<Readable> {
  const gone = new AbortController();
  const parts = storage.bucket.read(keyOf(hash), { from, to, size, signal: gone.signal });
  const isWhole = to - from + 1 === size;
  const sound = isWhole
    ? proven(parts, { hash, size }, () => new Error(`The store sent other bytes for ${hash}.`))
    : parts;
  const next = async () => {
    try {
      const { done, value } = await sound.next();
      return done ? null : value;
    } catch (error) {
      if (gone.signal.aborted) throw error;
      throw excuse(storage, error, 'Try again in a moment.');
    }
  };
  let first: Promise<Uint8Array | null> | undefined = Promise.resolve(await next());
  return new Readable({
    read() {
      const coming = first ?? next();
      first = undefined;
      coming.then(
        (bytes) => this.push(bytes),
        (error: Error) => this.destroy(error),
      );
    },
    // At once: the store may be silent at this moment.
    destroy(error, callback) {
      gone.abort();
      callback(error);
    },
  });
}

/** Passes a file on, but its last part only if all bytes are those of its hash. */
export async function* proven<T extends Uint8Array>(
  parts: AsyncIterable<T> | Iterable<T>,
  { hash, size }: Known,
  fault: () => Error,
): AsyncGenerator<T> {
  const sum = createHash('sha256');
  let length = 0;
  let held: T | undefined;
  for await (const part of parts) {
    length += part.length;
    if (length > size) throw fault();
    sum.update(part);
    if (held) yield held;
    held = part;
  }
  if (sum.digest('hex') !== hash) throw fault();
  if (held) yield held;
}

const keyOf = (hash: string): string => `media/${hash}`;

/** What people are told of a store that fails; the log has the reason. Other errors stay what they are. */
function excuse({ warn }: Storage, error: unknown, outcome: string): unknown {
  if (!(error instanceof BucketError)) return error;
  warn(error.message);
  return new AppError('unavailable', `The store of files does not answer. ${outcome}`, { retry_after: 10 });
}
