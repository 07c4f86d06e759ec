import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';

/** Hands what was done without an account, or without a connection, to whoever is signed in. */
export default function TakeOverVisits() {
  const pk = useSession()?.user.pk;
  const api = useApi();
  const client = useQueryClient();
  // The storage is outside React. What could not be handed over is tried again with the next page, when the connection
  // is back, and when somebody comes back to the page.
  useEffect(() => {
    if (pk === undefined) return;
    const handOver = () => {
      if (!Object.keys(localStorage).some((key) => /^(visit$|notes:visitor:)/.test(key))) return;
      import('./take-over.ts').then(({ takeOver }) => takeOver(api, client, pk)).catch(() => undefined);
    };
    handOver();
    window.addEventListener('online', handOver);
    window.addEventListener('focus', handOver);
    return () => {
      window.removeEventListener('online', handOver);
      window.removeEventListener('focus', handOver);
    };
  }, [pk, api, client]);
  return null;
}
