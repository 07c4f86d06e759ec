import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Leaves for the provider, at the address that the server gives.
 * @param ask gets the address
 */
export function useDeparture<T = void>(ask: (input: T) => Promise<{ url: string }>) {
  const departure = useMutation({
    meta: { suppress: [400, 403, 429] },
    mutationFn: async (input: T) => location.assign((await ask(input)).url),
  });
  const { reset } = departure;
  // Somebody who comes back with the browser's button finds the page as they left it, still busy.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reset();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [reset]);
  // The page stays a moment longer than the call.
  return {
    leave: departure.mutateAsync,
    error: departure.error,
    isLeaving: departure.isPending || departure.isSuccess,
  };
}
