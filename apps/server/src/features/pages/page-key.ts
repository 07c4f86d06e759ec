import { secretPaths } from '@hexpedition/contract';

/**
 * The search parameters that change what the server renders, and the values that do. All others are the browser's own
 * business: each would be rendered and kept as a page of its own, with the same bytes.
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
  tool: /^\P{Cc}{1,40}$/u,
  shell: /^true$/,
  repair: /^true$/,
  sort: /^[a-z]{1,20}$/,
};

/** Paths that are never pages, whether something else answers them or not. */
const reserved =
  /^\/(?:api|docs|v1|healthz|readyz|assets|avatars|media|partners|share|__lab)(?:\/|$)|^\/(?:openapi\.json|favicon\.ico)$/;

/** The links in mails: each address opens something and belongs to one person. The page is the same for all of them. */
const mailLink = /^\/(verify|password-reset|unsubscribe)\/[^/]+\/[^/]+\/?$/;
const linkPage = /^\/(?:verify|password-reset|unsubscribe)\/-\/-$/;

/** The path of a page as it may be kept: without the secret of a mail's link, and nothing but the path. */
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

/** Whether visitors of this page have a secret in their address. */
export const hasSecretAddress = (key: string): boolean => linkPage.test(key);

export interface PageAddress {
  /** Path and the parameters that count, in a fixed order: the key of the cache and the address to render. */
  key: string;
  path: string;
}

/** What is asked for, or undefined where it is not a page or not a sound address. */
export function pageAddress(url: string): PageAddress | undefined {
  const [path = '/', query = ''] = url.split('?', 2);
  if (reserved.test(path) || path.length > 500 || !/^\/(?!\/)/.test(path) || !isSound(path)) return undefined;
  const link = mailLink.exec(path);
  if (link) return { key: `/${link[1]}/-/-`, path };
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const [name, pattern] of Object.entries(renderedParameters)) {
    const value = given.get(name);
    if (value !== null && pattern.test(value)) kept.set(name, value);
  }
  return { key: kept.size > 0 ? `${path}?${kept}` : path, path };
}

function isSound(path: string): boolean {
  try {
    return !/[\\\p{Cc}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
