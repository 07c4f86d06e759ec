import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { storeSession, useSession } from '#lib/session.ts';

/**
 * Goes to where the visitor wanted to go as soon as there is a session: the one that the form has just opened, or one
 * that was there already, perhaps opened in another tab.
 * @returns what keeps the answer of signing in
 */
export function useEnter(next: string | undefined) {
  const router = useRouter();
  const signedIn = useSession() !== null;
  // The session lives in the storage, outside React.
  useEffect(() => {
    if (signedIn) router.history.replace(next ?? '/');
  }, [signedIn, next, router]);
  return storeSession;
}
