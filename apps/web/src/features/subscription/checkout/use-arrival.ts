import { useMutation, useQueryClient } from '@tanstack/react-query';
import { detailsQuery } from '#lib/guards.ts';
import { storeUser } from '#lib/session.ts';
import { subscribedQuery } from '../queries.ts';

export interface Purchase {
  /** The plan's name. */
  name: string;
  priceId: string;
}

/** Seconds from one question to the next: a minute in all. */
const waits = [1, 1, 1, 2, 2, 3, 5, 5, 10, 10, 10, 10];
const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/**
 * Waits until the server has heard of a purchase, which Paddle tells it. It goes on when the page is left, so that other
 * tabs hear of it too.
 * @returns a mutation whose answer is whether it has arrived within a minute
 */
export function useArrival() {
  const client = useQueryClient();
  const now = { staleTime: 0, retry: false };
  const hasArrived = async ({ priceId }: Purchase): Promise<boolean> => {
    const { subscription, reasons } = await client.fetchQuery({ ...subscribedQuery, ...now });
    const isOpen = reasons.some(({ source, state }) => source === 'subscription' && state === 'current');
    if (subscription?.price_id !== priceId || !isOpen) return false;
    const { user } = await client.fetchQuery({ ...detailsQuery, ...now });
    storeUser(user);
    return true;
  };
  return useMutation({
    mutationFn: async (purchase: Purchase) => {
      for (const seconds of waits) {
        await sleep(seconds);
        // One question without an answer is no reason to stop asking.
        if (await hasArrived(purchase).catch(() => false)) return true;
      }
      return false;
    },
  });
}
