const product = 'Hexpedition';

export interface PageHead {
  /** Without the product name. */
  title: string;
  description?: string;
  /** The complete title, for pages that include the product name themselves. */
  wholeTitle?: string;
  /** Path for the canonical URL; the default is the path of the route. */
  path?: string;
  /** For personal pages. */
  noindex?: boolean;
}

/** Returns the route's `head`: title, description and Open Graph tags. */
export function pageHead({ title, wholeTitle, description, noindex }: PageHead) {
  const full = wholeTitle ?? `${title} · ${product}`;
  const meta: Record<string, string>[] = [{ title: full }, { property: 'og:title', content: full }];
  if (description) {
    meta.push({ name: 'description', content: description }, { property: 'og:description', content: description });
  }
  if (noindex) meta.push({ name: 'robots', content: 'noindex' });
  return { meta };
}
