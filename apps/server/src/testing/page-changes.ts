import { openListener } from '#platform/db/listener';
import { onPageChange, type PageChange } from '#platform/db/page-changes';

/**
 * Calls `handle` for each page change in a database, as a node does.
 * @returns a function that stops
 */
export async function watchPageChanges(
  url: string,
  handle: (change: PageChange) => void,
): Promise<() => Promise<void>> {
  const listener = await openListener(url);
  await onPageChange(listener, handle);
  return () => listener.close();
}
