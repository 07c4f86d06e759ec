import { useHydrated } from '@tanstack/react-router';
import { type ConsentManager, consentOf, useConsentView } from '#lib/consent/consent.ts';
import { isAllowed } from '#lib/consent/machine.ts';
import { useFeatures } from '../features.ts';

/** The page's consent manager; undefined on the server and until the page is awake. */
export function useConsentManager(): ConsentManager | undefined {
  const { privacy } = useFeatures();
  const hydrated = useHydrated();
  return hydrated && privacy.config !== '' ? consentOf(privacy) : undefined;
}

/** Whether the visitor has agreed to a service, and how they say yes or no to it in its own place. */
export function useConsent(service: string) {
  const consent = useConsentManager();
  const view = useConsentView(consent);
  return {
    isAllowed: isAllowed(view.rules, view, service),
    acceptAlways: () => consent?.act({ do: 'accept-embed', service }),
    withdraw: () => consent?.act({ do: 'withdraw', service }),
  };
}
