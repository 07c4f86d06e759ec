import type { OwnSubscription, SubscriptionAnswer, UpgradePreview } from '@hexpedition/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { subscribedQuery } from '#entities/plan/plan-queries.ts';
import { useApi } from '#lib/query.ts';
import { storeUser } from '#lib/session.ts';

/** Error statuses that the page explains itself. */
const expected = [402, 409, 429, 503];

/** Stores the result of a change. Other tabs see the user in storage, and refetch everything if the tier changed. */
function useStoreSubscription() {
  const client = useQueryClient();
  return ({ user, ...subscribed }: SubscriptionAnswer) => {
    storeUser(user);
    client.setQueryData(subscribedQuery.queryKey, subscribed);
  };
}

/** A change of the subscription without a price. After a lost response the state is reloaded. */
function useSubscriptionChange(
  call: 'POST /api/account/paddle/cancel' | 'POST /api/account/paddle/resume',
  onDone: () => void,
) {
  const api = useApi();
  const store = useStoreSubscription();
  const client = useQueryClient();
  return useMutation({
    meta: { suppress: expected },
    mutationFn: () => api(call),
    onSuccess: (answer) => {
      store(answer);
      onDone();
    },
    onError: () => client.invalidateQueries({ queryKey: subscribedQuery.queryKey }),
  });
}

export const useCancelSubscription = (onDone: () => void) =>
  useSubscriptionChange('POST /api/account/paddle/cancel', onDone);
export const useResumeSubscription = (onDone: () => void) =>
  useSubscriptionChange('POST /api/account/paddle/resume', onDone);

/** Redirects to Paddle's page for changing the card. */
export function usePaymentPortal() {
  const api = useApi();
  return useMutation({
    meta: { suppress: expected },
    mutationFn: async () => location.assign((await api('POST /api/account/paddle/portal')).url),
  });
}

/** Loads the cost of switching to another price now. */
export function useUpgradePreview({ id, price_id: from }: OwnSubscription, to: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['upgrade-preview', id, from, to],
    meta: { suppress: expected },
    queryFn: async () => {
      const { preview } = await api('POST /api/account/paddle/upgrade', { body: { price_id: to, preview: true } });
      // The response to a preview request always contains a preview.
      return preview as UpgradePreview;
    },
  });
}

/** Changes the plan or cycle for exactly the total of the preview. */
export function useUpgrade(onDone: () => void) {
  const api = useApi();
  const store = useStoreSubscription();
  const client = useQueryClient();
  return useMutation({
    meta: { suppress: expected },
    mutationFn: ({ price_id, total }: UpgradePreview) =>
      api('POST /api/account/paddle/upgrade', { body: { price_id, preview: false, total } }),
    onSuccess: ({ changed }) => {
      if (changed) store(changed);
      onDone();
    },
    // The total has changed, or the change was made but its response was lost.
    onError: () => {
      void client.invalidateQueries({ queryKey: subscribedQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['upgrade-preview'] });
    },
  });
}
