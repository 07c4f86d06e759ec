import { uploadPartBytes } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { listParts, type PartKey, pendingBytes, storePart } from './uploads.store.ts';

/** Maximum bytes of one author's unfinished uploads. */
const maxPendingBytes = 400 * 1024 * 1024;

/**
 * Stores a part of a file.
 * @returns whether the file is complete now
 * @throws AppError file_invalid
 */
export async function receivePart(
  db: Db,
  key: PartKey,
  { part, parts }: { part: number; parts: number },
  bytes: Buffer,
  at: Date,
): Promise<boolean> {
  if (part > parts) throw invalidFile('The part number is higher than the number of parts.');
  if (bytes.length > uploadPartBytes || (part < parts && bytes.length !== uploadPartBytes))
    throw invalidFile(`Every part except the last must have ${uploadPartBytes} bytes, and the last at most as many.`);
  if ((await pendingBytes(db, key.userPk)) + bytes.length > maxPendingBytes)
    throw invalidFile('Your unfinished uploads are too large. They are deleted one day after they started.');
  await storePart(db, key, part, bytes, at);
  return (await listParts(db, key)).length >= parts;
}

const invalidFile = (msg: string): AppError => new AppError('file_invalid', msg);
