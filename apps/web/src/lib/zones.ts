/** The pages whose Content Security Policy lets Paddle's script in (`openings.ts` of the server). */
const sells = (path: string): boolean => /^\/subscription(?:\/|$)/.test(path);

const opened = typeof document === 'undefined' ? undefined : sells(location.pathname);

/**
 * `beforeLoad` of every page. A policy belongs to the document with which it came, so whoever goes to the pages that
 * sell, or leaves them, gets a new document: the checkout opens there and nothing of it stays with the lessons.
 */
export async function keepZone({
  location: to,
  preload,
}: {
  location: { pathname: string; href: string };
  preload: boolean;
}) {
  if (opened === undefined || preload || sells(to.pathname) === opened) return;
  location.assign(to.href);
  // Nothing of the old document may be drawn any more.
  await new Promise(() => undefined);
}
