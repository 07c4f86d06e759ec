/** Pages whose Content Security Policy allows Paddle's script (`csp-sources.ts` of the server). */
const usesPaddle = (path: string): boolean => /^\/subscription(?:\/|$)/.test(path);

const isPaddlePage = typeof document === 'undefined' ? undefined : usesPaddle(location.pathname);

/**
 * `beforeLoad` of every page. A Content Security Policy belongs to its document, so navigation to or from the
 * subscription pages loads a new document: the checkout works there, and Paddle's script does not stay on other pages.
 */
export async function enforceCspZone({
  location: to,
  preload,
}: {
  location: { pathname: string; href: string };
  preload: boolean;
}) {
  if (isPaddlePage === undefined || preload || usesPaddle(to.pathname) === isPaddlePage) return;
  location.assign(to.href);
  // The old document must not render anything any more.
  await new Promise(() => undefined);
}
