/*
 * What the consent manager of the browser and the privacy manager of the server have in common. No Zod here: every page
 * imports this. Fields, cookie and addresses are those of Klaro 0.7 (docs/decisions/0022-our-own-consent-manager.md).
 */

/** The id of the one privacy manager of a platform, in `/v1/privacy-managers/{id}/…`. Hexadecimal, as Klaro expects. */
export const privacyManagerId = 'c00c1e';

/** The name of the one configuration that a privacy manager has. */
export const consentConfigName = 'default';

/** The cookie that keeps what a visitor has decided, unless the configuration names another. */
export const defaultStorageName = 'klaro';

/** How long that cookie lasts. */
export const consentCookieDays = 120;

/** How long the server keeps what was decided, as a proof. */
export const consentReceiptDays = 3 * 365;

/** What the browser tells the server: a selection that was saved, all or nothing, that the notice was shown, an embed. */
export const consentTypes = ['save', 'accept', 'decline', 'show', 'contextual-accept'] as const;
export type ConsentType = (typeof consentTypes)[number];

/** The purposes that have words in every language. A configuration may name others, and then brings their words. */
export const defaultPurposes = ['functional', 'media', 'performance', 'marketing', 'advertising'] as const;

/** The languages that the consent manager speaks by itself. */
export const consentLanguages = [
  ...['ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'gl', 'hr', 'hu', 'it', 'nl', 'no', 'oc', 'pl', 'pt', 'ro'],
  ...['ru', 'sr', 'sr_cyrl', 'sv', 'tr', 'zh'],
] as const;
export type ConsentLanguage = (typeof consentLanguages)[number];

/** The services that the platform itself asks for. Each is in the configuration whenever the platform can use it. */
export const builtInServices = ['platform', 'paddle', 'matomo', 'youtube'] as const;
export type BuiltInService = (typeof builtInServices)[number];

/** What decides whether a service may run: the part of a service that every page knows. */
export interface ServiceRule {
  name: string;
  required?: boolean | undefined;
  /** It runs until somebody says no. */
  optOut?: boolean | undefined;
  /** Whether it is chosen before anybody has chosen. */
  default?: boolean | undefined;
  /** Accepting or declining everything leaves it alone: it asks in its own place. */
  contextualConsentOnly?: boolean | undefined;
}

/** The first parts of the addresses in mails, whose rest opens something: nobody else is told of it, and nothing keeps it. */
export const secretPaths: readonly string[] = ['verify', 'password-reset', 'unsubscribe'];

/** Whether nobody can decline a service. What this site needs to work is never up for choice. */
export const isRequiredService = (service: { required?: boolean | undefined; purposes: readonly string[] }): boolean =>
  service.required === true || service.purposes.includes('functional');
