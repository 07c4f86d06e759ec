import { useMutation, useQueryClient } from '@tanstack/react-query';
import { subscribedQuery } from '#entities/plan/plan-queries.ts';
import { detailsQuery } from '#lib/guards.ts';
import { storeUser } from '#lib/session.ts';

export interface Purchase {
  /** Name of the plan. */
  name: string;
  priceId: string;
}

/** Seconds between polls, 60 in total. */
const pollDelays = [1, 1, 1, 2, 2, 3, 5, 5, 10, 10, 10, 10];
const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/**
 * Polls until the server has received a purchase from Paddle. Polling continues after leaving the page, so that other
 * tabs are updated too.
 * @returns mutation that resolves to whether the purchase arrived within a minute
 */
export function usePurchaseConfirmation() {
  const client = useQueryClient();
  const now = { staleTime: 0, retry: false };
  const isConfirmed = async ({ priceId }: Purchase): Promise<boolean> => {
    const { subscription, reasons } = await client.fetchQuery({ ...subscribedQuery, ...now });
    const isOpen = reasons.some(({ source, state }) => source === 'subscription' && state === 'current');
    if (subscription?.price_id !== priceId || !isOpen) return false;
    const { user } = await client.fetchQuery({ ...detailsQuery, ...now });
    storeUser(user);
    return true;
  };
  return useMutation({
    mutationFn: async (purchase: Purchase) => {
      for (const seconds of pollDelays) {
        await sleep(seconds);
        // A failed poll does not end the polling.
        if (await isConfirmed(purchase).catch(() => false)) return true;
      }
      return false;
    },
  });
}
