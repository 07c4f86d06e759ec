import type { EndpointCall, SignedIn } from '@hexpedition/contract';
import { useRef, useState } from 'react';
import { isApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { useProof } from '../proof-of-work.ts';

type Body = EndpointCall<'POST /api/account/login'>['body'];

/**
 * Logs in with a password. The server may require two more steps: a proof of work, after many wrong passwords for this
 * account, and a second factor, for which username and password are kept in memory.
 * @param loginKey key of the superusers' log-in link
 */
export function useLogin(onSignedIn: (answer: SignedIn) => void, loginKey?: string) {
  const api = useApi();
  const proof = useProof('/api/account/login');
  const needsProof = useRef(false);
  const [first, setFirst] = useState<Body | null>(null);
  const [lastName, setLastName] = useState('');

  const send = async (credentials: Body): Promise<SignedIn> => {
    const body = { ...credentials, ...(loginKey && { login_key: loginKey }) };
    if (!needsProof.current) {
      try {
        return await api('POST /api/account/login', { body });
      } catch (error) {
        if (!isApiError(error, 'pow_required')) throw error;
        // From now on every attempt needs a proof of work.
        needsProof.current = true;
      }
    }
    return api('POST /api/account/login', { body }, await proof.make());
  };
  return {
    async logIn(body: Body): Promise<void> {
      try {
        onSignedIn(await send(body));
      } catch (error) {
        if (body.code !== undefined || !isApiError(error, 'second_factor_required')) throw error;
        setFirst(body);
        setLastName(body.username);
      }
    },
    /** Progress text besides the call itself. */
    status: proof.status,
    /** Credentials from the first step, set while the second factor is required. */
    first,
    /** Last username entered, restored on going back. */
    lastName,
    back: () => setFirst(null),
  };
}
