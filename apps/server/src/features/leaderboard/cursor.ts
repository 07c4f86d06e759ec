import { invalid } from '#platform/errors';
import type { Position } from './places.read-model.ts';

/** The position of the last entry of a page; the next page begins behind it. */
export function encodeCursor({ points, at, pk }: Position): string {
  return Buffer.from(JSON.stringify([points, at, pk])).toString('base64url');
}

/** @throws AppError invalid_request */
export function decodeCursor(text: string): Position {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(value) && value.length === 3) {
      const [points, at, pk] = value as unknown[];
      const whole = [points, pk].every(
        (part) => Number.isInteger(part) && (part as number) >= 0 && (part as number) <= 2 ** 31 - 1,
      );
      // Up to the year 2100: what is longer is no time that the database knows.
      if (whole && typeof at === 'string' && /^\d{1,16}$/.test(at)) {
        return { points: points as number, at, pk: pk as number };
      }
    }
  } catch {
    // falls through to the one error
  }
  throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
}
