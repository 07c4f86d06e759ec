import { uploadPartBytes } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { keepPart, listParts, type PartKey, waitingBytes } from './uploads.store.ts';

/** What one author's unfinished uploads may hold together. */
const mostWaiting = 400 * 1024 * 1024;

/**
 * Takes in a part of a file.
 * @returns whether the file is whole now
 * @throws AppError file_invalid
 */
export async function takePart(
  db: Db,
  key: PartKey,
  { part, parts }: { part: number; parts: number },
  bytes: Buffer,
  at: Date,
): Promise<boolean> {
  if (part > parts) throw refuse('There are fewer parts than this one says.');
  if (part < parts && bytes.length !== uploadPartBytes)
    throw refuse(`Every part but the last has ${uploadPartBytes} bytes.`);
  if ((await waitingBytes(db, key.userPk)) + bytes.length > mostWaiting)
    throw refuse('Your unfinished uploads are large already. They are dropped a day after they began.');
  await keepPart(db, key, part, bytes, at);
  return (await listParts(db, key)).length >= parts;
}

const refuse = (msg: string): AppError => new AppError('file_invalid', msg);
