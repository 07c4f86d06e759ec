import {
  type ConsentConfig,
  type ConsentService,
  consentLanguages,
  defaultPurposes,
  isRequiredService,
  type OwnService,
  ownServices,
} from '@hexpedition/contract';
import { isOwnService, titleIn } from './consent-config.ts';

/** Every browser that opens the dialog loads it. */
const mostBytes = 100 * 1_024;

/** As the schema has it. */
const mostServices = 40;

/** Ours on plain http (`platform/http/cookies.ts`); those on https begin with `__Host-`, as no name here can. */
const ourCookies = ['hexpedition-access', 'hexpedition-provider', 'access', 'provider'];

/** By the path of the field: what a superuser has to change before a configuration can be kept. */
export type Faults = Record<string, string>;

/** What the schema cannot say: what this platform needs, and what visitors are owed. */
export function faultsOf(config: ConsentConfig, needed: readonly OwnService[]): Faults {
  const size = Buffer.byteLength(JSON.stringify(config));
  if (size > mostBytes) {
    const kilobytes = Math.ceil(size / 1_024);
    return { config: `This is ${kilobytes} KB long. Use at most 100 KB: leave out texts that ours can replace.` };
  }
  return {
    ...missingServices(config, needed),
    ...Object.assign({}, ...config.services.map((service, index) => serviceFaults(service, index, config, needed))),
    ...purposeFaults(config),
    ...wholeFaults(config),
  };
}

function missingServices({ services }: ConsentConfig, needed: readonly OwnService[]): Faults {
  const missing = ownServices.filter((name) => !services.some((service) => service.name === name));
  const lacking = missing.filter((name) => needed.includes(name));
  if (lacking.length > 0) {
    const them = lacking.length > 1 ? 'them' : 'it';
    return { 'config.services': `The platform uses ${lacking.join(', ')}. Add ${them} again.` };
  }
  // A start adds those by itself, once the operator sets them up.
  const most = mostServices - missing.length;
  return services.length > most
    ? { 'config.services': `Use at most ${most} services: ours need the other places.` }
    : {};
}

function serviceFaults(
  service: ConsentService,
  index: number,
  { storageName }: ConsentConfig,
  needed: readonly OwnService[],
): Faults {
  const { name } = service;
  const at = (field: keyof ConsentService) => `config.services.${index}.${field}`;
  const faults: Faults = {};
  const isRequired = isRequiredService(service);
  if (isOwnService(name) && !needed.includes(name)) {
    faults[at('name')] = `This site does not use ${name}. Take it out: it comes back when ${name} is set up.`;
  }
  if ((name === 'platform' || name === 'paddle') && !isRequired) {
    faults[at('required')] = `Nothing works without ${name}. Set it as required.`;
  }
  if (name === 'youtube' || name === 'matomo') {
    if (service.required) faults[at('required')] = `Visitors must be able to decline ${name}. Do not require it.`;
    if (service.purposes.includes('functional')) {
      faults[at('purposes')] = `What is functional cannot be declined. Give ${name} another purpose.`;
    }
    if (service.optOut) faults[at('optOut')] = `Visitors have to agree before ${name} runs. Switch this off.`;
  }
  const clearing = service.cookies?.findIndex((cookie) =>
    covers(Array.isArray(cookie) ? cookie[0] : cookie, storageName),
  );
  if (clearing !== undefined && clearing >= 0) {
    faults[`${at('cookies')}.${clearing}`] =
      `This would delete ${storageName}, the cookie that keeps what was decided. Name the cookies of the service alone.`;
  }
  return faults;
}

/** As Klaro reads it: exact, or a beginning after `^`. */
const covers = (pattern: string, cookie: string) =>
  pattern.startsWith('^') ? cookie.startsWith(pattern.slice(1)) : cookie === pattern;

function purposeFaults({ services, translations }: ConsentConfig): Faults {
  const used = new Set(services.flatMap(({ purposes }) => purposes));
  const known: readonly string[] = defaultPurposes;
  const hasTitle = (purpose: string) =>
    ['zz', 'en'].some((language) => {
      const words = translations?.[language]?.purposes;
      return typeof words === 'object' && Boolean(titleIn(Object.hasOwn(words, purpose) ? words[purpose] : undefined));
    });
  return Object.fromEntries(
    [...used]
      .filter((purpose) => !known.includes(purpose) && !hasTitle(purpose))
      .map((purpose) => [
        `config.translations.en.purposes.${purpose}`,
        `The purpose ${purpose} has no title. Give it one in en, or in zz for every language.`,
      ]),
  );
}

function wholeFaults(config: ConsentConfig): Faults {
  const { lang, translations = {}, storageName, mustConsent, acceptAll, hideDeclineAll } = config;
  const faults: Faults = {};
  const spoken: readonly string[] = consentLanguages;
  if (lang !== undefined && !spoken.includes(lang) && !Object.hasOwn(translations, lang)) {
    faults['config.lang'] = `We have no words in ${lang}. Choose another language, or give its translations.`;
  }
  if (ourCookies.includes(storageName)) {
    faults['config.storageName'] = 'This site has another cookie of that name. Choose another one.';
  }
  if (mustConsent && !acceptAll && hideDeclineAll) {
    faults['config.mustConsent'] =
      'Nobody could leave this dialog with one press. Offer to accept all, or to decline all, or do not insist.';
  }
  return faults;
}
