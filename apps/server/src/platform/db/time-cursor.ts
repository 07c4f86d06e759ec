import { type RawBuilder, sql } from 'kysely';
import { invalid } from '#platform/errors';

/** Position in a list that is ordered by a time and then by a key. */
export interface TimeCursor {
  /** Microseconds since 1970. A JavaScript date has only milliseconds, so the position would be inexact. */
  at: string;
  pk: number;
}

/** Returns the microseconds of a time column, for a cursor. @param column such as `notes.updated_at` */
export const microsOf = (column: string): RawBuilder<string> =>
  sql<string>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`;

/** Returns the time of a cursor as a SQL expression. */
export const timeOf = ({ at }: TimeCursor): RawBuilder<Date> =>
  sql<Date>`to_timestamp(0) + ${at}::bigint * interval '1 microsecond'`;

export const writeTimeCursor = ({ at, pk }: TimeCursor): string => `${at}.${pk}`;

/** @throws AppError invalid_request */
export function readTimeCursor(text: string | undefined): TimeCursor | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d{1,17})\.(\d{1,9})$/.exec(text);
  if (!match) throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  return { at: match[1] ?? '', pk: Number(match[2]) };
}
