import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createBucket } from '#platform/bucket';
import type { StorageConfig } from '#platform/config';
import { type Check, type Finding, ok, problem } from '../check.ts';

/** Writes, reads and deletes an object in each bucket. */
export const bucketCheck: Check = {
  name: 'Bucket',
  async run({ config: { storage, backupTo } }) {
    const findings: Finding[] = [];
    if (storage) findings.push(await tryBucket(storage, '', 'STORAGE_URL'));
    if (backupTo && 'storage' in backupTo)
      findings.push(await tryBucket(backupTo.storage, backupTo.prefix, 'BACKUP_TO'));
    return findings.length > 0 ? findings : [ok('No bucket is set.')];
  },
};

async function tryBucket(config: StorageConfig, prefix: string, setting: string): Promise<Finding> {
  const bucket = createBucket(config);
  const key = `${prefix}doctor-${randomUUID()}`;
  const bytes = Buffer.from('This object shows that the bucket works.');
  const object = {
    ...{ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    bytes: async function* () {
      yield bytes;
    },
  };
  try {
    await bucket.check();
    await bucket.put(key, object);
    const range = { from: 0, to: bytes.length - 1, size: bytes.length, signal: new AbortController().signal };
    const isSame = bytes.equals(await buffer(bucket.read(key, range)));
    await bucket.remove(key);
    if (isSame) return ok(`The bucket of ${setting} stores, returns and deletes objects.`);
    return problem(
      `The bucket of ${setting} returned other bytes than it got.`,
      'Check the store, and any proxy in front of it.',
    );
  } catch (error) {
    return problem(
      `The bucket of ${setting} cannot be used: ${(error as Error).message}`,
      `Check address, region, key and secret in ${setting}. The key must be allowed to list the bucket, and to read, write and delete objects.`,
    );
  }
}
