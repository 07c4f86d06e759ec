/*
 * Constants of the browser's consent manager and the server's privacy manager. This file must not import Zod, because
 * every page imports it. Fields, cookie and URLs are those of Klaro 0.7
 * (docs/decisions/0022-our-own-consent-manager.md).
 */

/** Id of the platform's only privacy manager, in `/v1/privacy-managers/{id}/…`. Hexadecimal, as Klaro expects. */
export const privacyManagerId = 'c00c1e';

/** Name of the privacy manager's only configuration. */
export const consentConfigName = 'default';

/** Lifetime in days of the cookie with the visitor's decision. */
export const consentCookieDays = 120;

/** Days for which the server keeps consent receipts. */
export const consentReceiptDays = 3 * 365;

/** Types of submissions: a saved selection, all or none, the notice was shown, consent at an embed. */
export const consentTypes = ['save', 'accept', 'decline', 'show', 'contextual-accept'] as const;
export type ConsentType = (typeof consentTypes)[number];

/** Purposes with built-in texts in every language. A configuration must define the texts of other purposes. */
export const defaultPurposes = ['functional', 'media', 'performance', 'marketing', 'advertising'] as const;

/** Languages with built-in texts. */
export const consentLanguages = [
  ...['ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'gl', 'hr', 'hu', 'it', 'nl', 'no', 'oc', 'pl', 'pt', 'ro'],
  ...['ru', 'sr', 'sr_cyrl', 'sv', 'tr', 'zh'],
] as const;
export type ConsentLanguage = (typeof consentLanguages)[number];

/** Services of the platform itself. The configuration contains each of them if the platform can use it. */
export const builtInServices = ['platform', 'paddle', 'matomo', 'youtube'] as const;
export type BuiltInService = (typeof builtInServices)[number];

/** The rules of a service that decide whether it may run. Every page has them. */
export interface ServiceRule {
  name: string;
  required?: boolean | undefined;
  /** Runs until the visitor declines. */
  optOut?: boolean | undefined;
  /** Whether it is preselected. */
  default?: boolean | undefined;
  /** Asks only at its embed. "Accept all" and "decline all" do not change it. */
  contextualConsentOnly?: boolean | undefined;
}

/** First segments of mailed links that contain a secret. The rest of the path is never stored or sent to services. */
export const secretPaths: readonly string[] = ['verify', 'password-reset', 'unsubscribe'];

/** Returns whether visitors cannot decline a service: it is required or functional. */
export const isRequiredService = (service: { required?: boolean | undefined; purposes: readonly string[] }): boolean =>
  service.required === true || service.purposes.includes('functional');
