import { useHydrated } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

// Asks the server, so it comes after everything that is there at once.
const WhyLocked = lazy(() => import('./why-locked.tsx'));

/** "Why is this locked?": in the browser alone, since it depends on who asks. */
export function LazyWhyLocked({ training, size = 'md' }: { training: string; size?: 'md' | 'sm' }) {
  const hydrated = useHydrated();
  return (
    hydrated && (
      <Suspense>
        <WhyLocked training={training} size={size} />
      </Suspense>
    )
  );
}
