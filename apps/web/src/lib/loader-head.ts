import { type PageHead, pageHead } from './head.ts';

/** Head of a page whose loader returns it. If the loader fails, the title reports the error. */
export function loaderHead({ loaderData, match }: { loaderData?: PageHead | undefined; match: { status: string } }) {
  return pageHead(loaderData ?? { title: match.status === 'error' ? 'Error' : 'Not Found', noindex: true });
}
