const product = 'Hexpedition';

export interface PageHead {
  /** Without the product's name. */
  title: string;
  description?: string;
  /** The whole title, for pages that name the product in their own way. */
  wholeTitle?: string;
  /** Path of the page, for the canonical address; the default is the route's own. */
  path?: string;
  /** Personal pages are not for search engines. */
  noindex?: boolean;
}

/** The answer of a route's `head`: title, description and what is shared when the address is pasted somewhere. */
export function pageHead({ title, wholeTitle, description, noindex }: PageHead) {
  const full = wholeTitle ?? `${title} · ${product}`;
  const meta: Record<string, string>[] = [{ title: full }, { property: 'og:title', content: full }];
  if (description) {
    meta.push({ name: 'description', content: description }, { property: 'og:description', content: description });
  }
  if (noindex) meta.push({ name: 'robots', content: 'noindex' });
  return { meta };
}
