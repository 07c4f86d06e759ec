import type { SignedIn } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { detailsQuery } from '#lib/guards.ts';
import { storeSession, useSession } from '#lib/session.ts';

/**
 * Goes to where the visitor wanted to go as soon as there is a session: the one that the form has just opened, or one
 * that was there already, perhaps opened in another tab. Told to `stay`, it goes only with the former.
 * @returns a function that stores the answer of signing in
 */
export function useEnter(next: string | undefined, stay = false): (answer: SignedIn) => void {
  const router = useRouter();
  const client = useQueryClient();
  const [entered, setEntered] = useState(false);
  const isSignedIn = useSession() !== null;
  const go = isSignedIn && (entered || !stay);
  // The session lives in the storage, outside React.
  useEffect(() => {
    if (go) router.history.replace(next ?? '/');
  }, [go, next, router]);
  return (answer) => {
    storeSession(answer);
    // The guard of the next page need not ask for what we were just told.
    client.setQueryData(detailsQuery.queryKey, { user: answer.user });
    setEntered(true);
  };
}
