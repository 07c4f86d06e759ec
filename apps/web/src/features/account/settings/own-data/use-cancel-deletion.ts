import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/query.ts';
import { storeUser } from '#lib/session.ts';

/** Takes the deletion of the account back. */
export function useCancelDeletion() {
  const api = useApi();
  return useMutation({
    mutationFn: () => api('POST /api/account/keep'),
    onSuccess: ({ user }) => storeUser(user),
  });
}
