import { BucketError, createBucket } from '#platform/bucket';
import type { StorageConfig } from '#platform/config';
import type { Db } from '#platform/db/db';
import { StartError } from '#platform/start-error';
import { isBucketUsed } from './media.read-model.ts';
import { type StorageOptions, useStorage } from './media-storage.ts';

/**
 * Connects the bucket. Must be called before media are served or uploaded (see `useStorage`).
 * @throws StartError if the bucket is unusable, or if media are stored in a bucket and none is configured
 */
export async function openStorage(db: Db, config: StorageConfig | null, options: StorageOptions): Promise<void> {
  if (config) await check(config, options);
  else if (await isBucketUsed(db))
    throw new StartError(
      'Lesson files are stored in a bucket, but STORAGE_URL is not set.',
      'Set STORAGE_URL to the bucket that contains them.',
    );
  useStorage(db, config, options);
}

async function check(config: StorageConfig, options: StorageOptions): Promise<void> {
  try {
    await createBucket(config, options).check();
  } catch (error) {
    throw error instanceof BucketError ? explain(error, config) : error;
  }
}

/** Explains the error and its fix. HEAD responses have no body, so only the status is known. */
function explain({ message, info: { status } }: BucketError, { url, region }: StorageConfig): StartError {
  const { host, pathname } = new URL(url);
  const bucket = pathname.slice(1);
  if (status === 403)
    return new StartError(
      `${host} rejects the key in STORAGE_URL for the bucket ${bucket}.`,
      `Check key, secret and region (${region}). The key needs permission to list the bucket and to read, write and delete objects.`,
    );
  if (status === 404)
    return new StartError(
      `There is no bucket ${bucket} at ${host}.`,
      'Create it, or set STORAGE_URL to another bucket.',
    );
  if (status !== null && status < 500)
    return new StartError(
      `${host} does not serve the bucket ${bucket} in the region ${region}: it answered ${status}.`,
      'Set STORAGE_URL to the storage address of the region of the bucket, with ?region=….',
    );
  return new StartError(
    `The storage in STORAGE_URL is unavailable: ${message}`,
    'Start it, or correct the address. Without STORAGE_URL, new lesson files are stored in the database.',
  );
}
