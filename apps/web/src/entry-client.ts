import './styles/index.ts';

/*
 * The page is readable before hydration: scripts are requested after the first paint, so that they do not compete on a
 * slow connection with what the paint needs. The server lists them in the page (`vite/route-assets.ts`).
 */

/** Resolves after the first paint; immediately in a background tab, and after 3 s if no frame comes. */
const drawn = new Promise<void>((resolve) => {
  if (document.visibilityState === 'hidden') return resolve();
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, 3_000);
});

void drawn.then(async () => {
  for (const { src } of document.querySelectorAll<HTMLScriptElement>('script[type=later]')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = src;
    document.head.append(link);
  }
  const { hydrate } = await import('./hydrate.tsx');
  await hydrate();
});
