import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { cacheForOffline } from '#lib/offline-reading.ts';
import { endStartUp } from '#lib/start-up.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';

/** After navigation, focuses the heading and announces the title. */
export function RouteAnnouncer() {
  const router = useRouter();
  const ref = useRef<HTMLParagraphElement>(null);
  // The first run of this effect also means that the page is interactive.
  useEffect(() => {
    endStartUp();
    return router.subscribe('onRendered', ({ pathChanged, toLocation }) => {
      if (!pathChanged) return;
      cacheForOffline(toLocation.pathname);
      if (ref.current) ref.current.textContent = document.title;
      const keeps = router.state.matches.some((match) => match.staticData.focus === 'keep');
      if (keeps || toLocation.hash || document.querySelector('dialog[open]')) return;
      const heading = document.querySelector<HTMLElement>('main h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    });
  }, [router]);
  return <VisuallyHidden as="p" ref={ref} aria-live="polite" />;
}
