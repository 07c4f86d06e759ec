import { openListener } from '#platform/db/listener';
import { onPageChange, type PageChange } from '#platform/db/page-changes';

/**
 * Calls `handle` for each page change in a database, like a server node.
 * @returns a function that stops watching
 */
export async function watchPageChanges(
  url: string,
  handle: (change: PageChange) => void,
): Promise<() => Promise<void>> {
  const listener = await openListener(url);
  await onPageChange(listener, handle);
  return () => listener.close();
}
