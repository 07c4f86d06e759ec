import type { EndpointCall } from '@hexpedition/contract';
import { useApi } from '#lib/query.ts';
import { storeUser } from '#lib/session.ts';
import { useProof } from '../proof-of-work.ts';

export type UserBody = EndpointCall<'POST /api/account/user'>['body'];

/** Sends changes of username, email or password. One call for all three, which needs a proof of work. */
export function usePostUser() {
  const api = useApi();
  const proof = useProof('/api/account/user');
  const post = async (body: UserBody): Promise<void> => {
    const { user } = await api('POST /api/account/user', { body }, await proof.make());
    storeUser(user);
  };
  return { post, status: proof.status };
}
