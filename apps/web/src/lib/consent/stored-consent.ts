import type { PrivacyFeatures } from '@hexpedition/contract';
import type { Consents } from './consent-state.ts';

/*
 * The cookie with the visitor's decision: URI-encoded JSON of service → boolean, the format of Klaro. Every page reads
 * it to see whether to show the notice; the rest of the manager is loaded on demand.
 */

/** Event on the document after a decision. */
export const decidedEvent = 'consent:decided';

/** Parses the consent cookie; null if it is missing or unreadable. */
export function readStoredConsent(name: string): Consents | null {
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  if (entry === undefined) return null;
  try {
    const value: unknown = JSON.parse(decodeURIComponent(entry.slice(name.length + 1)));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Consents) : null;
  } catch {
    return null;
  }
}

/** Returns whether the visitor has decided about every service. */
export const hasDecided = ({ services }: PrivacyFeatures, stored: Consents | null): boolean =>
  stored !== null && services.every(({ name }) => Object.hasOwn(stored, name));

/** Returns whether the address requests the draft: `#klaro-testing` or `#klaro-testing=true`. */
export const isTesting = (): boolean => /^#(?:.*&)?klaro-testing(?:[=&]|$)/.test(location.hash);
