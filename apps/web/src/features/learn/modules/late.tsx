import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { markHydrated } from '#lib/start-up.ts';
import { Skeleton } from '#ui/skeleton.tsx';

/** A part of a lesson with a script of its own. The server has drawn it, and it sleeps until the script is there. */
export function Late({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} data-asleep="">
      <Suspense fallback={<Skeleton shape="block" />}>
        {children}
        <Wake place={place} />
      </Suspense>
    </div>
  );
}

/** Its effect runs once React has taken over the part beside it. */
function Wake({ place }: { place: RefObject<HTMLElement | null> }) {
  // The start-up script, which holds early presses, is outside React.
  useEffect(() => {
    if (place.current) markHydrated(place.current);
  }, [place]);
  return null;
}
