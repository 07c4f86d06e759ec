import { secretPaths } from '@hexpedition/contract';

/** Pattern of the route of all pages. */
export const pagesRoute = '/*';

/**
 * The search parameters, and their values, that change the server-rendered page. All others affect only the browser:
 * as part of the key, each would cache the same bytes again.
 */
const renderedParameters: Record<string, RegExp> = {
  cursor: /^[\w-]{1,200}$/,
  period: /^(?:month|week)$/,
  continent: /^[a-z0-9-]{1,80}$/,
  view: /^list$/,
  tier: /^\d{1,2}$/,
  difficulty: /^(?:easy|medium|hard)$/,
  topic: /^[a-z]{1,20}$/,
  training: /^[a-z0-9-]{1,80}$/,
  tag: /^\P{Cc}{1,40}$/u,
  tool: /^\P{Cc}{1,40}$/u,
  shell: /^true$/,
  repair: /^true$/,
  sort: /^[a-z]{1,20}$/,
};

/** Paths that are never pages, even if no other route answers them. */
const reserved =
  /^\/(?:api|docs|v1|healthz|readyz|metrics|assets|avatars|media|partners|share|__lab)(?:\/|$)|^\/(?:openapi\.json|favicon\.ico)$/;

/** Links in mails: each URL contains a secret of one account. The rendered page is the same for all. */
const mailLink = /^\/(verify|password-reset|unsubscribe)\/[^/]+\/[^/]+\/?$/;
const linkPage = /^\/(?:verify|password-reset|unsubscribe)\/-\/-$/;

/** Returns the path of a page URL for storage: only the path, without the secret of a mail link. */
export function withoutSecret(path: string): string {
  const [bare = ''] = path.replace(/^\/+/, '/').split(/[?#]/, 1);
  const first = decoded(bare.split('/')[1] ?? '').toLowerCase();
  return secretPaths.includes(first) ? `/${first}` : bare;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Checks whether the URLs of this page contain a secret. */
export const hasSecretAddress = (key: string): boolean => linkPage.test(key);

/**
 * Key of the overview, which browsers with a session get at `/`. The page contains no data of its member. Visitors get
 * the map, which is rendered as `/map` (`renderedUrl`).
 */
export const overviewKey = '/#overview';

/** Cookie of browsers with a session; `apps/web/src/lib/member-cookie.ts` sets it. It proves nothing. */
const memberCookie = /(?:^|;\s*)member=1(?:;|$)/;

/** Checks whether this is a page at `/`. Which one a browser gets depends on its cookie. */
export const isStartPage = (key: string): boolean => key === '/' || /^\/[?#]/.test(key);

/** Returns the URL to render for a key, and the path of its canonical link if that is another one. */
export function renderedUrl(key: string): { url: string; canonicalPath?: string } {
  return isStartPage(key) && key !== overviewKey ? { url: `/map${key.slice(1)}`, canonicalPath: '/' } : { url: key };
}

export interface PageAddress {
  /** Path and relevant parameters in a fixed order: the cache key. `renderedUrl` returns the URL to render. */
  key: string;
  path: string;
}

/**
 * Parses a URL; undefined if it is not a page or not valid.
 * @param cookie the request's `Cookie` header. It decides only which page `/` is.
 */
export function pageAddress(url: string, cookie?: string): PageAddress | undefined {
  const [path = '/', query = ''] = url.split('?', 2);
  if (reserved.test(path) || path.length > 500 || !/^\/(?!\/)/.test(path) || !isValidPath(path)) return undefined;
  const link = mailLink.exec(path);
  if (link) return { key: `/${link[1]}/-/-`, path };
  if (path === '/' && cookie && memberCookie.test(cookie)) return { key: overviewKey, path };
  const given = new URLSearchParams(query);
  const relevant = new URLSearchParams();
  for (const [name, pattern] of Object.entries(renderedParameters)) {
    const value = given.get(name);
    if (value !== null && pattern.test(value)) relevant.set(name, value);
  }
  return { key: relevant.size > 0 ? `${path}?${relevant}` : path, path };
}

function isValidPath(path: string): boolean {
  try {
    // A browser sends no fragment.
    return !path.includes('#') && !/[\\\p{Cc}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
