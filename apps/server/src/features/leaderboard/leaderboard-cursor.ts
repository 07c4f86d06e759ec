import { invalid } from '#platform/errors';
import type { Position } from './standings.read-model.ts';

/** Encodes the position of the last entry of a page. The next page begins after it. */
export function encodeCursor({ points, at, pk }: Position): string {
  return Buffer.from(JSON.stringify([points, at, pk])).toString('base64url');
}

/** @throws AppError invalid_request */
export function decodeCursor(text: string): Position {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(value) && value.length === 3) {
      const [points, at, pk] = value as unknown[];
      const areIntegers = [points, pk].every(
        (part) => Number.isInteger(part) && (part as number) >= 0 && (part as number) <= 2 ** 31 - 1,
      );
      // At most 16 digits of microseconds, which is in the range of the database's timestamps.
      if (areIntegers && typeof at === 'string' && /^\d{1,16}$/.test(at)) {
        return { points: points as number, at, pk: pk as number };
      }
    }
  } catch {
    // Falls through to the error below.
  }
  throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
}
