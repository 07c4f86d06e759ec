import type { PrivacyFeatures } from '@hexpedition/contract';
import type { Consents } from './machine.ts';

/*
 * The cookie in which a visitor's decision is kept: the URI-encoded JSON of service → boolean, as Klaro writes it. Every
 * page reads it, to tell whether there is anything to ask; all the rest of the manager comes later, if at all.
 */

/** Happens to the document when the visitor has decided something. */
export const decidedEvent = 'consent:decided';

/** What the cookie of this name holds; null where there is none that can be read. */
export function readStored(name: string): Consents | null {
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  if (entry === undefined) return null;
  try {
    const value: unknown = JSON.parse(decodeURIComponent(entry.slice(name.length + 1)));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Consents) : null;
  } catch {
    return null;
  }
}

/** Whether the visitor has decided about every service that there is. */
export const hasDecided = ({ services }: PrivacyFeatures, stored: Consents | null): boolean =>
  stored !== null && services.every(({ name }) => Object.hasOwn(stored, name));

/** Whether the address asks for the draft: `#klaro-testing` or `#klaro-testing=true`. */
export const isTesting = (): boolean => /^#(?:.*&)?klaro-testing(?:[=&]|$)/.test(location.hash);
