import type { TierCode } from '@hexpedition/contract/tiers';
import { useHydrated } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

// Loaded late, because it needs a request to the server.
const WhyLocked = lazy(() => import('./why-locked.tsx'));

interface Props {
  /** Slug of the training. Omit to explain only the tier, for a lab or a small card. */
  training?: string | undefined;
  tier: TierCode;
  size?: 'md' | 'sm';
  /** Whether a notice above already explains the tier. */
  isTierShown?: boolean;
}

/** Explains why something is locked. Renders only in the browser, because the answer depends on the user. */
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
