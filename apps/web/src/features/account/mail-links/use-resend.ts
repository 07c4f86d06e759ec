import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/query.ts';
import { useProof } from '../proof-of-work.ts';

/** Requests another confirmation link for the pending email, with a proof of work. */
export function useResend() {
  const api = useApi();
  const proof = useProof('/api/account/resend_verification');
  const resend = useMutation({
    meta: { suppress: [400, 409, 429] },
    mutationFn: async () => api('POST /api/account/resend_verification', undefined, await proof.make()),
  });
  return { ...resend, status: proof.status };
}
