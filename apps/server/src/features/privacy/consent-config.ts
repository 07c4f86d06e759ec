import {
  type BuiltInService,
  builtInServices,
  type ConsentConfig,
  type ConsentService,
  isRequiredService,
  type PrivacyFeatures,
} from '@hexpedition/contract';
import { serviceDescriptions } from './service-descriptions.ts';

/** Default settings of the built-in services. The web app has their texts in each language. */
const builtIn: Record<BuiltInService, ConsentService> = {
  platform: { name: 'platform', purposes: ['functional'], required: true },
  paddle: { name: 'paddle', purposes: ['functional'], required: true },
  matomo: { name: 'matomo', purposes: ['performance'], cookies: ['^_pk_', '^_mtm_', '^MATOMO'] },
  youtube: { name: 'youtube', purposes: ['media'] },
};

export const isBuiltInService = (name: string): name is BuiltInService =>
  (builtInServices as readonly string[]).includes(name);

export const defaultConfig = (needed: readonly BuiltInService[]): ConsentConfig => ({
  services: needed.map((name) => builtIn[name]),
  purposeOrder: ['functional', 'media', 'performance', 'marketing', 'advertising'],
  acceptAll: true,
  groupByPurpose: true,
  privacyPolicy: '/legal',
  storageName: 'klaro',
});

/** Adds the built-in services that the platform needs now, and removes those that it can no longer use. */
export function fitConfig(config: ConsentConfig, needed: readonly BuiltInService[]): ConsentConfig {
  const names = config.services.map(({ name }) => name);
  const kept = config.services.filter(({ name }) => !isBuiltInService(name) || needed.includes(name));
  const missing = needed.filter((name) => !names.includes(name));
  if (kept.length === names.length && missing.length === 0) return config;
  return { ...config, services: [...kept, ...missing.map((name) => builtIn[name])] };
}

/**
 * Returns the configuration in a form that Klaro interprets as we do: `required` is true for every service that
 * visitors cannot decline, and absent for all others, because Klaro treats `required: false` as not preselected.
 */
export const normaliseConfig = (config: ConsentConfig): ConsentConfig => ({
  ...config,
  services: config.services.map((service) => ({ ...service, required: isRequiredService(service) || undefined })),
});

/** Returns the part of the configuration that every page needs. */
export function featuresOf(id: string, config: ConsentConfig): PrivacyFeatures {
  const { services, storageName, noNotice, mustConsent, embedded } = config;
  // With mustConsent, the dialog opens instead of the notice.
  const isAsked = (mustConsent || !noNotice) && !embedded;
  return {
    config: id,
    storage: storageName,
    notice: isAsked && services.some((one) => !one.required && !one.contextualConsentOnly),
    services: services.map(({ name, required, optOut, default: own }) => ({
      name,
      ...(required ? { required } : {}),
      ...(optOut ? { optOut } : {}),
      ...(own || config.default ? { default: true } : {}),
    })),
  };
}

/**
 * Returns the services that a decision covers. "Accept all" and "decline all" skip those with contextual consent only.
 */
export const decidableServices = (
  { services }: ConsentConfig,
  type: 'accept' | 'decline' | 'save' | 'contextual-accept',
) =>
  services
    .filter(({ required, contextualConsentOnly }) => {
      const isSkipped = contextualConsentOnly && (type === 'accept' || type === 'decline');
      return !required && !isSkipped;
    })
    .map(({ name }) => name);

/** Returns the title of a service for superusers and the legal page: the configured title, else ours, else its name. */
export function titleOf(name: string, { services, translations }: ConsentConfig): string {
  const service = services.find((one) => one.name === name);
  const inService = service?.title ?? service?.translations?.en?.title ?? service?.translations?.zz?.title;
  const fallback = isBuiltInService(name) ? serviceDescriptions[name].title : name;
  return inService ?? titleIn(translations?.en?.[name]) ?? titleIn(translations?.zz?.[name]) ?? fallback;
}

/** Reads the title from a translation of a service or purpose, which is a text or an object with a title. */
export function titleIn(translation: unknown): string | undefined {
  if (typeof translation === 'string') return translation;
  const title =
    typeof translation === 'object' && translation !== null && 'title' in translation ? translation.title : undefined;
  return typeof title === 'string' ? title : undefined;
}

/** Returns the description of a service for the legal page: the configured one, else ours. */
export function descriptionOf(name: string, { services, translations }: ConsentConfig): string {
  const service = services.find((one) => one.name === name);
  const inService = [service, service?.translations?.en, service?.translations?.zz];
  const inConfig = [translations?.en?.[name], translations?.zz?.[name]];
  const own = isBuiltInService(name) ? serviceDescriptions[name].description : '';
  return [...inService, ...inConfig].map(descriptionIn).find((text) => text !== undefined) ?? own;
}

function descriptionIn(translation: unknown): string | undefined {
  const text =
    typeof translation === 'object' && translation !== null && 'description' in translation
      ? translation.description
      : undefined;
  return typeof text === 'string' ? text : undefined;
}
