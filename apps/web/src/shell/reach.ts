import { reachesTier } from '@hexpedition/contract/tiers';
import { useCallback } from 'react';
import { useSession } from '#lib/session.ts';
import { useFeatures } from './features.ts';

/** Tells whether the signed-in user, or a visitor, reaches what is offered at a tier. */
export function useReach(): (tier: number) => boolean {
  const user = useSession()?.user;
  const { free_tier: freeTier } = useFeatures();
  const own = user?.account.tier ?? 0;
  const isSuperuser = user?.is_superuser ?? false;
  return useCallback((tier) => reachesTier({ tier: own, isSuperuser, freeTier }, tier), [own, isSuperuser, freeTier]);
}

export const useReaches = (tier: number) => useReach()(tier);
