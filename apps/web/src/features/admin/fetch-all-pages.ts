/** Maximum number of entries in an exported file, to limit the browser's memory. A narrower filter exports the rest. */
const maxEntries = 20_000;

interface Page<T> {
  entries: readonly T[];
  next_cursor: string | null;
}

/** Fetches a list page by page, up to `maxEntries`. @returns the entries, and whether the list has more */
export async function fetchAllPages<T>(load: (cursor: { cursor?: string }) => Promise<Page<T>>) {
  const entries: T[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await load(cursor ? { cursor } : {});
    entries.push(...page.entries);
    cursor = page.next_cursor;
  } while (cursor && entries.length < maxEntries);
  return { entries, isMore: Boolean(cursor) };
}
