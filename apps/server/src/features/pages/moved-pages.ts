/** Former paths of pages → present paths, for bookmarks. Pages below them have moved too. */
const movedPages: Record<string, string> = {
  '/admin/people': '/admin/users',
  '/admin/foreign-flags': '/admin/shared-flags',
  '/admin/email/letters': '/admin/email/templates',
};

/**
 * Returns the present address of a page that has moved, with its query, or the address of a lab whose path begins like
 * that of the list of labs; undefined for every other page.
 */
export function findMovedPage(url: string): string | undefined {
  for (const [was, now] of Object.entries(movedPages)) {
    const rest = url.slice(was.length);
    if (url.startsWith(was) && /^(?:$|[/?])/.test(rest)) return now + rest;
  }
  return /^\/labs\/[^/?]/.test(url) ? url.replace('/labs/', '/lab/') : undefined;
}
