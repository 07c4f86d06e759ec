import type { EndpointCall, EndpointKey, Person } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#lib/api.ts';
import { useApi } from '#lib/query.ts';
import { personQuery } from '../queries.ts';

/** The calls that change an account and answer with what it is then. */
export type ActKey = Exclude<Extract<EndpointKey, `POST /api/admin/people/:username/${string}`>, `${string}/view`>;

/** What a superuser does to an account: the page shows what comes of it. */
export function useAct<K extends ActKey>(key: K, username: string) {
  const api = useApi() as (key: ActKey, input: object) => ReturnType<Api>;
  const client = useQueryClient();
  return useMutation({
    meta: { suppress: [400, 403, 404, 429] },
    mutationFn: (body: EndpointCall<K>['body']) => api(key, { params: { username }, body }) as Promise<Person>,
    onSuccess: (person) => {
      client.setQueryData(personQuery(username).queryKey, person);
      void client.invalidateQueries({ queryKey: ['GET /api/admin/people'] });
    },
  });
}
