import './styles/index.ts';

/*
 * The page is there to be read before it is awake: its scripts are asked for when the browser has drawn it once, so that
 * they don't share a slow line with what is needed to draw. The server names them in the page (`vite/route-assets.ts`).
 */

/** A tab in the background draws nothing. It wakes at once, and so does one whose frame doesn't come. */
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
