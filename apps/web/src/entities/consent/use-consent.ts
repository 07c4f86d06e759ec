import { useHydrated } from '@tanstack/react-router';
import { type ConsentManager, consentOf, useConsentView } from '#lib/consent/consent.ts';
import { isAllowed } from '#lib/consent/consent-state.ts';
import { useFeatures } from '../site/use-features.ts';

/** Returns the page's consent manager; undefined on the server and before hydration. */
export function useConsentManager(): ConsentManager | undefined {
  const { privacy } = useFeatures();
  const hydrated = useHydrated();
  return hydrated && privacy.config !== '' ? consentOf(privacy) : undefined;
}

/** Whether the visitor has consented to a service, with functions to accept and withdraw. */
export function useConsent(service: string) {
  const consent = useConsentManager();
  const view = useConsentView(consent);
  return {
    isAllowed: isAllowed(view.rules, view, service),
    acceptAlways: () => consent?.act({ type: 'accept-embed', service }),
    withdraw: () => consent?.act({ type: 'withdraw', service }),
  };
}
