import type { User } from '@hexpedition/contract';
import { useSession } from './session.ts';

/** Whether someone reaches what is offered at a tier; the same rule as on the server, which decides. */
export function reaches(user: Pick<User, 'is_superuser' | 'account'> | undefined, tier: number): boolean {
  return tier === 0 || (user !== undefined && (user.is_superuser || user.account.tier >= tier));
}

export const useReaches = (tier: number) => reaches(useSession()?.user, tier);
