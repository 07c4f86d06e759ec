import type { OwnSubscription, SubscribedAnswer, UpgradePreview } from '@hexpedition/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#lib/query.ts';
import { storeUser } from '#lib/session.ts';
import { subscribedQuery } from '../queries.ts';

/** Statuses that are part of buying: the page says what they mean. */
const expected = [402, 409, 429, 503];

/** Keeps what a call has changed. Tabs hear of the user, and ask for everything again if the tier is another one. */
function useKeep() {
  const client = useQueryClient();
  return ({ user, ...subscribed }: SubscribedAnswer) => {
    storeUser(user);
    client.setQueryData(subscribedQuery.queryKey, subscribed);
  };
}

/** A call that changes the subscription and names no price. One whose answer did not come may have been done. */
function useChange(call: 'POST /api/account/paddle/cancel' | 'POST /api/account/paddle/resume', onDone: () => void) {
  const api = useApi();
  const keep = useKeep();
  const client = useQueryClient();
  return useMutation({
    meta: { suppress: expected },
    mutationFn: () => api(call),
    onSuccess: (answer) => {
      keep(answer);
      onDone();
    },
    onError: () => client.invalidateQueries({ queryKey: subscribedQuery.queryKey }),
  });
}

export const useCancel = (onDone: () => void) => useChange('POST /api/account/paddle/cancel', onDone);
export const useResume = (onDone: () => void) => useChange('POST /api/account/paddle/resume', onDone);

/** Goes to Paddle's page for another card. */
export function usePortal() {
  const api = useApi();
  return useMutation({
    meta: { suppress: expected },
    mutationFn: async () => location.assign((await api('POST /api/account/paddle/portal')).url),
  });
}

/** What another price would cost the subscriber now. */
export function useUpgradePreview({ id, price_id: from }: OwnSubscription, to: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['upgrade-preview', id, from, to],
    meta: { suppress: expected },
    queryFn: async () => {
      const { preview } = await api('POST /api/account/paddle/upgrade', { body: { price_id: to, preview: true } });
      return preview as UpgradePreview;
    },
  });
}

/** Changes the plan or its cycle for the sum that the preview has named, and for no more. */
export function useUpgrade(onDone: () => void) {
  const api = useApi();
  const keep = useKeep();
  const client = useQueryClient();
  return useMutation({
    meta: { suppress: expected },
    mutationFn: ({ price_id, total }: UpgradePreview) =>
      api('POST /api/account/paddle/upgrade', { body: { price_id, preview: false, total } }),
    onSuccess: ({ changed }) => {
      if (changed) keep(changed);
      onDone();
    },
    // The sum has changed, or the change was done although its answer did not come.
    onError: () => {
      void client.invalidateQueries({ queryKey: subscribedQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['upgrade-preview'] });
    },
  });
}
