import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';

/** Hands what was done without an account to whoever has signed in, however they did it. */
export default function TakeOverVisits() {
  const pk = useSession()?.user.pk;
  const api = useApi();
  const client = useQueryClient();
  // The storage is outside React. What could not be handed over is tried again with the next page.
  useEffect(() => {
    if (pk === undefined || !Object.keys(localStorage).some((key) => /^(visit$|notes:visitor:)/.test(key))) return;
    void import('./take-over.ts').then(({ takeOver }) => takeOver(api, client, pk));
  }, [pk, api, client]);
  return null;
}
