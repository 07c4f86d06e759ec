import {
  type ConsentConfig,
  type ConsentService,
  isRequiredService,
  type OwnService,
  ownServices,
  type PrivacyFeatures,
} from '@hexpedition/contract';
import { ownWords } from './own-words.ts';

/** What each of our services is, as long as no superuser says more of it. Its words are in the browser, in each language. */
const ours: Record<OwnService, ConsentService> = {
  platform: { name: 'platform', purposes: ['functional'], required: true },
  paddle: { name: 'paddle', purposes: ['functional'], required: true },
  matomo: { name: 'matomo', purposes: ['performance'], cookies: ['^_pk_', '^_mtm_', '^MATOMO'] },
  youtube: { name: 'youtube', purposes: ['media'] },
};

export const isOwnService = (name: string): name is OwnService => (ownServices as readonly string[]).includes(name);

export const defaultConfig = (needed: readonly OwnService[]): ConsentConfig => ({
  services: needed.map((name) => ours[name]),
  purposeOrder: ['functional', 'media', 'performance', 'marketing', 'advertising'],
  acceptAll: true,
  groupByPurpose: true,
  privacyPolicy: '/legal',
  storageName: 'klaro',
});

/** The same configuration with our services that the platform needs now, and without those that it cannot use any more. */
export function fitConfig(config: ConsentConfig, needed: readonly OwnService[]): ConsentConfig {
  const names = config.services.map(({ name }) => name);
  const kept = config.services.filter(({ name }) => !isOwnService(name) || needed.includes(name));
  const missing = needed.filter((name) => !names.includes(name));
  if (kept.length === names.length && missing.length === 0) return config;
  return { ...config, services: [...kept, ...missing.map((name) => ours[name])] };
}

/**
 * The same in the form in which Klaro decides as we do: a service that nobody can decline says so itself, and no other
 * says that it is not required, which Klaro reads as not chosen at first.
 */
export const normaliseConfig = (config: ConsentConfig): ConsentConfig => ({
  ...config,
  services: config.services.map((service) => ({ ...service, required: isRequiredService(service) || undefined })),
});

/** What every page has to know. */
export function featuresOf(id: string, config: ConsentConfig): PrivacyFeatures {
  const { services, storageName, noNotice, mustConsent, embedded } = config;
  // Where one must consent, the dialog comes in place of the notice.
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

/** The services that a decision is about: everything or nothing leaves those alone that ask in their own place. */
export const upForChoice = ({ services }: ConsentConfig, type: 'accept' | 'decline' | 'save' | 'contextual-accept') =>
  services
    .filter(({ required, contextualConsentOnly }) => {
      const isLeftAlone = contextualConsentOnly && (type === 'accept' || type === 'decline');
      return !required && !isLeftAlone;
    })
    .map(({ name }) => name);

/** What superusers and the legal page call a service: its title in the configuration, else ours, else its name. */
export function titleOf(name: string, { services, translations }: ConsentConfig): string {
  const service = services.find((one) => one.name === name);
  const inService = service?.title ?? service?.translations?.en?.title ?? service?.translations?.zz?.title;
  const fallback = isOwnService(name) ? ownWords[name].title : name;
  return inService ?? titleIn(translations?.en?.[name]) ?? titleIn(translations?.zz?.[name]) ?? fallback;
}

/** What a translation of a configuration gives under the name of a service or a purpose: a text, or a title among others. */
export function titleIn(words: unknown): string | undefined {
  if (typeof words === 'string') return words;
  const title = typeof words === 'object' && words !== null && 'title' in words ? words.title : undefined;
  return typeof title === 'string' ? title : undefined;
}

/** What a service does, for the legal page: in the words of the configuration, else in ours. */
export function descriptionOf(name: string, { services, translations }: ConsentConfig): string {
  const service = services.find((one) => one.name === name);
  const inService = [service, service?.translations?.en, service?.translations?.zz];
  const inConfig = [translations?.en?.[name], translations?.zz?.[name]];
  const own = isOwnService(name) ? ownWords[name].description : '';
  return [...inService, ...inConfig].map(descriptionIn).find((words) => words !== undefined) ?? own;
}

function descriptionIn(words: unknown): string | undefined {
  const text = typeof words === 'object' && words !== null && 'description' in words ? words.description : undefined;
  return typeof text === 'string' ? text : undefined;
}
