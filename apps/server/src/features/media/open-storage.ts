import { BucketError, createBucket } from '#platform/bucket';
import type { StorageConfig } from '#platform/config';
import type { Db } from '#platform/db/db';
import { StartError } from '#platform/start-error';
import { isBucketUsed } from './media.read-model.ts';
import { type StorageOptions, useStorage } from './storage.ts';

/**
 * To be called before media are served and uploaded (see `useStorage`).
 * @throws StartError where the bucket cannot be used, or where there is none and media lie in one
 */
export async function openStorage(db: Db, config: StorageConfig | null, options: StorageOptions): Promise<void> {
  if (config) await check(config, options);
  else if (await isBucketUsed(db))
    throw new StartError(
      'Files of lessons lie in a bucket, and STORAGE_URL is not set.',
      'Set STORAGE_URL to the bucket in which they lie.',
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

/** What is wrong, and what to do. The store answers without words here, so its status has to do. */
function explain({ message, info: { status } }: BucketError, { url, region }: StorageConfig): StartError {
  const { host, pathname } = new URL(url);
  const bucket = pathname.slice(1);
  if (status === 403)
    return new StartError(
      `${host} refuses the key of STORAGE_URL for the bucket ${bucket}.`,
      `Check key, secret and region (${region}). The key has to list the bucket, and to read, write and delete in it.`,
    );
  if (status === 404)
    return new StartError(`There is no bucket ${bucket} at ${host}.`, 'Make it, or name another one in STORAGE_URL.');
  if (status !== null && status < 500)
    return new StartError(
      `${host} does not serve the bucket ${bucket} in the region ${region}: it answered ${status}.`,
      'Give the region of the bucket (?region=…) and the address of the store there in STORAGE_URL.',
    );
  return new StartError(
    `The store of STORAGE_URL cannot be used: ${message}`,
    'Start it, or correct the address. Without STORAGE_URL new files of lessons go into the database.',
  );
}
