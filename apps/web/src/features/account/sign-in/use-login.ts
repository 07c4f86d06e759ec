import type { EndpointCall, SignedIn } from '@hexpedition/contract';
import { useRef, useState } from 'react';
import { isApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { useProof } from '../proof-of-work.ts';

type Body = EndpointCall<'POST /api/account/login'>['body'];

/**
 * Logs in with a password. Two things may come in between: a proof of work, after anybody has tried many wrong
 * passwords for this account; and a second factor, for which username and password are kept until it is given.
 */
export function useLogin(onSignedIn: (answer: SignedIn) => void) {
  const api = useApi();
  const proof = useProof('/api/account/login');
  const needsProof = useRef(false);
  const [first, setFirst] = useState<Body | null>(null);
  const [lastName, setLastName] = useState('');

  const send = async (body: Body): Promise<SignedIn> => {
    if (!needsProof.current) {
      try {
        return await api('POST /api/account/login', { body });
      } catch (error) {
        if (!isApiError(error, 'pow_required')) throw error;
        // From here on every try costs a proof of work.
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
    /** What is going on besides the call itself. */
    status: proof.status,
    /** What was given before the second factor was asked for. */
    first,
    /** The last username that was given, kept for somebody who goes back. */
    lastName,
    back: () => setFirst(null),
  };
}
