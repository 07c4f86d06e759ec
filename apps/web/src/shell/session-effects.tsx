import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '#lib/session.ts';

/**
 * Keeps the page in step with who is signed in, in this tab or another: what depends on the viewer is fetched again,
 * and the guards of the route are asked again.
 */
export function SessionEffects() {
  const session = useSession();
  const pk = session?.user.pk;
  const client = useQueryClient();
  const router = useRouter();
  const before = useRef<number | undefined>(undefined);
  // The storage, which other tabs write too, is outside React.
  useEffect(() => {
    if (before.current === pk) return;
    const known = before.current !== undefined;
    before.current = pk;
    if (known) {
      // Someone else, or nobody, now: nothing of the previous user may stay.
      client.removeQueries({ predicate: (query) => query.isDisabled() || !query.isActive() });
      void client.invalidateQueries();
      void router.invalidate();
      return;
    }
    void client.invalidateQueries({ predicate: (query) => query.meta?.viewer === true });
  }, [pk, client, router]);
  return null;
}
