import type { PaddleSubscription } from '@hexpedition/contract';
import type { CurrencyCode, Paddle } from '@paddle/paddle-js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listPrices, localPrices, offersOf, type Prices } from '../cards/prices.ts';
import { useIsSlow } from '../order/use-is-slow.ts';
import { loadPaddle } from './paddle.ts';

export interface Checkout {
  offer: PaddleSubscription;
  /** Paddle's script; undefined until it has loaded. */
  paddle: Paddle | undefined;
  /** Set if the script failed to load. */
  loadError: { isTrying: boolean; tryAgain: () => void } | undefined;
  /** Undefined for the first moments, so that the currency does not change while the visitor reads. */
  prices: Prices | undefined;
}

/**
 * Loads Paddle's script and its prices for the buyer's country; falls back to the list prices.
 * @param country the buyer's country, if known; otherwise Paddle guesses
 * @param currency currency of the current subscription, which other plans are billed in too
 */
export function useCheckout(offer: PaddleSubscription, country: string | null, currency: string | undefined): Checkout {
  const script = useQuery({
    queryKey: ['paddle', offer.token],
    queryFn: () => loadPaddle(offer),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // The script is not JSON, so it must not be compared or copied.
    structuralSharing: false,
  });
  const local = useQuery({
    queryKey: ['paddle-prices', offer.token, country, currency],
    // Enabled only once the script has loaded.
    queryFn: () => askPrices(script.data as Paddle, offer, country, currency),
    enabled: script.data !== undefined,
    retry: false,
    structuralSharing: false,
    // Keeps the old prices while those of another country load.
    placeholderData: keepPreviousData,
  });
  const isOnTheWay = !local.data && !script.isError && !local.isError;
  const isSlow = useIsSlow(isOnTheWay);
  return {
    offer,
    paddle: script.data,
    loadError: script.isError ? { isTrying: script.isFetching, tryAgain: () => void script.refetch() } : undefined,
    prices: local.data ?? (isOnTheWay && !isSlow ? undefined : listPrices(offer)),
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
