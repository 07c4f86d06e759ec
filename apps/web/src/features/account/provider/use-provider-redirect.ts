import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Redirects to the provider, at the address that the server returns.
 * @param ask requests the address
 */
export function useProviderRedirect<T = void>(ask: (input: T) => Promise<{ url: string }>) {
  const redirect = useMutation({
    meta: { suppress: [400, 403, 429] },
    mutationFn: async (input: T) => location.assign((await ask(input)).url),
  });
  const { reset } = redirect;
  // Resets the busy state when the page is restored from the back/forward cache.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reset();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [reset]);
  // Stays busy after the call until the browser has left the page.
  return {
    leave: redirect.mutateAsync,
    error: redirect.error,
    isRedirecting: redirect.isPending || redirect.isSuccess,
  };
}
