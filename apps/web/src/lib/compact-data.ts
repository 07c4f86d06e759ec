/**
 * Makes the data that the server writes into a page smaller: lists of objects with the same fields are written as a table, and
 * path data that is also in the picture is written as a hash. The browser reads it from the picture.
 */

/** Marks a table. No answer of the API has this field. */
const mark = '$table';

interface Table {
  [mark]: string[];
  rows: unknown[][];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param share returns the text to write instead of a text */
export function compact(value: unknown, share: (text: string) => string): unknown {
  if (typeof value === 'string') return share(value);
  if (Array.isArray(value)) {
    const keys = isObject(value[0]) ? Object.keys(value[0]) : [];
    const isTable =
      value.length > 2 &&
      keys.length > 0 &&
      value.every((item) => isObject(item) && String(Object.keys(item)) === String(keys));
    if (!isTable) return value.map((item) => compact(item, share));
    const rows = (value as Record<string, unknown>[]).map((item) => keys.map((key) => compact(item[key], share)));
    return { [mark]: keys, rows } satisfies Table;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, compact(item, share)]));
}

/** Reverses `compact`. @param read returns the text that `share` replaced, or the text itself */
export function expand(value: unknown, read: (text: string) => string): unknown {
  if (typeof value === 'string') return read(value);
  if (Array.isArray(value)) return value.map((item) => expand(item, read));
  if (!isObject(value)) return value;
  const keys = value[mark] as string[] | undefined;
  if (!keys) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expand(item, read)]));
  return (value as unknown as Table).rows.map((row) =>
    Object.fromEntries(keys.map((key, i) => [key, expand(row[i], read)])),
  );
}

/** Returns a hash of a text, of 32 bits, as a short text. It begins with a tab, as no name does. */
export function hashOf(text: string): string {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
  return `\t${(hash >>> 0).toString(36)}`;
}
