/** Name of the software, and of a site without a name of its own. */
export const product = 'Hexpedition';

/** Placeholder in titles. The document replaces it with the name of the site. */
export const siteName = '{site}';

export interface PageHead {
  /** Without the name of the site. */
  title: string;
  description?: string;
  /** The complete title, for pages that include the name of the site (`siteName`) themselves. */
  wholeTitle?: string;
  /** For personal pages. */
  noindex?: boolean;
}

/** Returns the route's `head`: title, description and Open Graph tags. */
export function pageHead({ title, wholeTitle, description, noindex }: PageHead) {
  const full = wholeTitle ?? `${title} · ${siteName}`;
  const meta: Record<string, string>[] = [{ title: full }, { property: 'og:title', content: full }];
  if (description) {
    meta.push({ name: 'description', content: description }, { property: 'og:description', content: description });
  }
  if (noindex) meta.push({ name: 'robots', content: 'noindex' });
  return { meta };
}

/** Head of a page whose loader returns it. If the loader fails, the title reports the error. */
export function loaderHead({ loaderData, match }: { loaderData?: PageHead | undefined; match: { status: string } }) {
  return pageHead(loaderData ?? { title: match.status === 'error' ? 'Error' : 'Not Found', noindex: true });
}
