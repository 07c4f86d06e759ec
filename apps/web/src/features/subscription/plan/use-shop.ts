import type { PaddleSubscription } from '@hexpedition/contract';
import type { CurrencyCode, Paddle } from '@paddle/paddle-js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { loadPaddle } from '../checkout/paddle.ts';
import { localPrices, offersOf, type Prices, shopPrices } from './prices.ts';
import { useIsSlow } from './use-is-slow.ts';

export interface Shop {
  offer: PaddleSubscription;
  /** Paddle's script; undefined until it has come. */
  paddle: Paddle | undefined;
  /** Why the script did not come, and how to try again. */
  fault: { isTrying: boolean; tryAgain: () => void } | undefined;
  /** Undefined for the first moments, so that a price does not change its currency under the reader's eyes. */
  prices: Prices | undefined;
}

/**
 * Paddle's script, and the prices that it names where the buyer is; the shop's own where it cannot say.
 * @param country where the buyer is, if that is known; Paddle makes a guess
 * @param currency of the subscription, which another plan is paid in too
 */
export function useShop(offer: PaddleSubscription, country: string | null, currency: string | undefined): Shop {
  const script = useQuery({
    queryKey: ['paddle', offer.token],
    queryFn: () => loadPaddle(offer),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // It is no JSON: nothing of it is compared or copied.
    structuralSharing: false,
  });
  const local = useQuery({
    queryKey: ['paddle-prices', offer.token, country, currency],
    queryFn: () => askPrices(script.data as Paddle, offer, country, currency),
    enabled: script.data !== undefined,
    retry: false,
    structuralSharing: false,
    // The old prices stay while those of another country are on the way.
    placeholderData: keepPreviousData,
  });
  const isOnTheWay = !local.data && !script.isError && !local.isError;
  const isSlow = useIsSlow(isOnTheWay);
  return {
    offer,
    paddle: script.data,
    fault: script.isError ? { isTrying: script.isFetching, tryAgain: () => void script.refetch() } : undefined,
    prices: local.data ?? (isOnTheWay && !isSlow ? undefined : shopPrices(offer)),
  };
}

async function askPrices(
  paddle: Paddle,
  offer: PaddleSubscription,
  country: string | null,
  currency: string | undefined,
): Promise<Prices> {
  const answer = await paddle.PricePreview({
    items: offersOf(offer).map(({ price_id: priceId }) => ({ priceId, quantity: 1 })),
    ...(country && { address: { countryCode: country } }),
    ...(currency && { currencyCode: currency as CurrencyCode }),
  });
  return localPrices(answer, country);
}
