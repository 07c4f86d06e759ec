import { openDb } from '#platform/db/db';
import { openListener } from '#platform/db/listener';
import { onPageChange, type PageChange } from '#platform/db/page-changes';
import { pollPageChanges } from '#platform/db/recorded-page-changes';

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
  const { db } = openDb(url, { max: 1 });
  const stopPolling = await pollPageChanges(db, handle, 20);
  return async () => {
    await stopPolling();
    await db.destroy();
    await listener.close();
  };
}
