import type { User } from '@hexpedition/contract';
import { reachesTier } from '@hexpedition/contract/tiers';
import { useSession } from './session.ts';

/** Whether the signed-in user, or a visitor, reaches what is offered at a tier. */
export function reaches(user: Pick<User, 'is_superuser' | 'account'> | undefined, tier: number): boolean {
  return reachesTier(user ? { tier: user.account.tier, isSuperuser: user.is_superuser } : null, tier);
}

export const useReaches = (tier: number) => reaches(useSession()?.user, tier);
