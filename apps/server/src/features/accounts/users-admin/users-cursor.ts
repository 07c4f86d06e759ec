import type { UserSort } from '@hexpedition/contract';
import { z } from 'zod';
import { invalid } from '#platform/errors';

const Pk = z.number().int().min(1).max(2_147_483_647);

const Cursor = z.union([
  z.object({ sort: z.literal('joined'), value: z.literal(''), pk: Pk }),
  z.object({ sort: z.literal('name'), value: z.string().regex(/^[^\0]{1,100}$/), pk: Pk }),
  z.object({ sort: z.literal('last_seen'), value: z.string().regex(/^\d{0,17}$/), pk: Pk }),
  z.object({ sort: z.enum(['lessons', 'points']), value: z.string().regex(/^-?\d{1,9}$/), pk: Pk }),
]);

/** The last account of a page, and its value in the column that the list is sorted by. */
export interface UsersCursor {
  sort: UserSort;
  value: string;
  pk: number;
}

export const writeUsersCursor = ({ sort, value, pk }: UsersCursor): string =>
  Buffer.from(JSON.stringify({ sort, value, pk })).toString('base64url');

/** @throws AppError invalid_request if the cursor is altered or belongs to a list in another order */
export function readUsersCursor(text: string | undefined, sort: UsersCursor['sort']): UsersCursor | undefined {
  if (text === undefined) return undefined;
  const parsed = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (!parsed.success || parsed.data.sort !== sort) {
    throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
