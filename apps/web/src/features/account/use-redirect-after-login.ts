import type { SignedIn } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { detailsQuery } from '#lib/guards.ts';
import { storeSession, useSession } from '#lib/session.ts';

/**
 * Redirects to `next` as soon as there is a session: the one that this form opened, or an existing one, for example
 * from another tab. With `stay` it ignores existing sessions.
 * @returns function that stores the log-in response
 */
export function useRedirectAfterLogin(next: string | undefined, stay = false): (answer: SignedIn) => void {
  const router = useRouter();
  const client = useQueryClient();
  const [entered, setEntered] = useState(false);
  const isSignedIn = useSession() !== null;
  const go = isSignedIn && (entered || !stay);
  useEffect(() => {
    if (go) router.history.replace(next ?? '/');
  }, [go, next, router]);
  return (answer) => {
    storeSession(answer);
    // The response contains the account, so the next page's guard need not load it.
    client.setQueryData(detailsQuery.queryKey, { user: answer.user });
    setEntered(true);
  };
}
