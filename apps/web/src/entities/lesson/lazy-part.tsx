import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { markHydrated } from '#lib/start-up.ts';
import { Skeleton } from '#ui/skeleton.tsx';

/** Part of a lesson with its own script. The server has rendered it, and it is inert until the script has loaded. */
export function LazyPart({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} data-unhydrated="">
      <Suspense fallback={<Skeleton shape="block" />}>
        {children}
        <MarkHydrated place={place} />
      </Suspense>
    </div>
  );
}

/** Activates the part. Its effect runs after React has hydrated the part beside it. */
function MarkHydrated({ place }: { place: RefObject<HTMLElement | null> }) {
  // Lets the start-up script replay the clicks that it has held back.
  useEffect(() => {
    if (place.current) markHydrated(place.current);
  }, [place]);
  return null;
}
