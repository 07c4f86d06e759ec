import { canAccessTier } from '@hexpedition/contract/tiers';
import { useCallback } from 'react';
import { useSession } from '#lib/session.ts';
import { useFeatures } from '../site/use-features.ts';

/** Returns a function that checks access of this user or visitor to a tier. */
export function useTierReach(): (tier: number) => boolean {
  const user = useSession()?.user;
  const { free_tier: freeTier } = useFeatures();
  const own = user?.account.tier ?? 0;
  const isSuperuser = user?.is_superuser ?? false;
  return useCallback((tier) => canAccessTier({ tier: own, isSuperuser, freeTier }, tier), [own, isSuperuser, freeTier]);
}

export const useReachesTier = (tier: number) => useTierReach()(tier);
