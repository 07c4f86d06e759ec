import type { Snapshot } from '#platform/db/table-dump';

/** Returns the files of lessons whose bytes are in the bucket. The rows of the others contain the bytes. */
export function listBucketMedia(snapshot: Snapshot): Promise<{ hash: string; size: number }[]> {
  return snapshot.query("select hash, size::float8 as size from media where stored_in = 'bucket' order by hash");
}
