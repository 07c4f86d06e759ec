import type { TierCode } from '@hexpedition/contract/tiers';
import { useHydrated } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

// Asks the server, so it comes after everything that is there at once.
const WhyLocked = lazy(() => import('./why-locked.tsx'));

interface Props {
  /** Whose steps are asked for; without it the tier alone is said, for a lab or where there is little room. */
  training?: string | undefined;
  tier: TierCode;
  size?: 'md' | 'sm';
  /** What the tier takes stands above. */
  tierSaid?: boolean;
}

/** "Why is this locked?": in the browser alone, since it depends on who asks. */
export function LazyWhyLocked(props: Props) {
  const hydrated = useHydrated();
  return (
    hydrated && (
      <Suspense>
        <WhyLocked {...props} />
      </Suspense>
    )
  );
}
