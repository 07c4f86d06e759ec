/** So many entries a file holds: what a browser can carry, and a narrower filter has the rest. */
const most = 20_000;

interface Page<T> {
  entries: readonly T[];
  next_cursor: string | null;
}

/** Fetches a list page by page. @returns what it has, and whether there is more than a file holds */
export async function allPages<T>(load: (cursor: { cursor?: string }) => Promise<Page<T>>) {
  const entries: T[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await load(cursor ? { cursor } : {});
    entries.push(...page.entries);
    cursor = page.next_cursor;
  } while (cursor && entries.length < most);
  return { entries, isMore: Boolean(cursor) };
}
