/** The search parameters that change what the server renders. All others are the browser's own business. */
const renderedParameters = ['cursor', 'view', 'tier', 'difficulty', 'sort'] as const;

/** Paths that are never pages, whoever else answers them. */
const reserved = /^\/(?:api|docs|v1|healthz|readyz|assets|__lab)(?:\/|$)|^\/(?:openapi\.json|favicon\.ico)$/;

export interface PageAddress {
  /** Path and the parameters that count, in a fixed order: the key of the cache and the address to render. */
  key: string;
  path: string;
}

/** What is asked for, or undefined where it is not a page or not a sound address. */
export function pageAddress(url: string): PageAddress | undefined {
  const [path = '/', query = ''] = url.split('?', 2);
  if (reserved.test(path) || path.length > 500 || path.startsWith('//') || !isSound(path)) return undefined;
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const name of renderedParameters) {
    const value = given.get(name);
    if (value !== null && value.length <= 200) kept.set(name, value);
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
