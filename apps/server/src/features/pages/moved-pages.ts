/** Former paths of pages → present paths, for bookmarks. Pages below them have moved too. */
const movedPages: Record<string, string> = {
  '/admin/people': '/admin/users',
  '/admin/foreign-flags': '/admin/shared-flags',
  '/admin/email/letters': '/admin/email/templates',
};

/**
 * Returns the present address of a moved page, with its query; undefined for other pages. `/labs/{slug}` leads to the
 * lab, because people guess it from the list of labs.
 */
export function findMovedPage(url: string): string | undefined {
  for (const [was, now] of Object.entries(movedPages)) {
    const rest = url.slice(was.length);
    if (url.startsWith(was) && /^(?:$|[/?])/.test(rest)) return now + rest;
  }
  return /^\/labs\/[^/?]/.test(url) ? url.replace('/labs/', '/lab/') : undefined;
}
