import type { AdminUser, EndpointCall, EndpointKey } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#lib/api.ts';
import { useApi } from '#lib/query.ts';
import { userQuery } from '../admin-queries.ts';

/** Endpoints that change an account and return it. */
export type AccountActionKey = Exclude<
  Extract<EndpointKey, `POST /api/admin/users/:username/${string}`>,
  `${string}/view` | `${string}/password_link`
>;

/** Mutation of a superuser on an account. Updates the cached account with the answer. */
export function useAccountAction<K extends AccountActionKey>(key: K, username: string) {
  const api = useApi() as (key: AccountActionKey, input: object) => ReturnType<Api>;
  const client = useQueryClient();
  return useMutation({
    meta: { suppress: [400, 403, 404, 429] },
    mutationFn: (body: EndpointCall<K>['body']) => api(key, { params: { username }, body }) as Promise<AdminUser>,
    onSuccess: (person) => {
      client.setQueryData(userQuery(username).queryKey, person);
      void client.invalidateQueries({ queryKey: ['GET /api/admin/users'] });
    },
  });
}
