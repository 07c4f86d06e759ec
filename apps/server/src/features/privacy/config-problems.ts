import {
  type BuiltInService,
  builtInServices,
  type ConsentConfig,
  type ConsentService,
  consentLanguages,
  defaultPurposes,
  isRequiredService,
} from '@hexpedition/contract';
import { isBuiltInService, titleIn } from './consent-config.ts';

/** Size limit. Every browser that opens the dialog loads the configuration. */
const maxBytes = 100 * 1_024;

/** Limit of the schema. */
const maxServices = 40;

/**
 * Our cookies on plain http (`platform/http/cookies.ts`). On https they begin with `__Host-`, which is not valid here.
 */
const ourCookies = ['hexpedition-access', 'hexpedition-provider', 'access', 'provider'];

/** Maps the path of a field to what a superuser must change before the configuration can be saved. */
export type ConfigProblems = Record<string, string>;

/** Checks the rules that the schema cannot express: what the platform needs, and what visitors are entitled to. */
export function findConfigProblems(config: ConsentConfig, needed: readonly BuiltInService[]): ConfigProblems {
  const size = Buffer.byteLength(JSON.stringify(config));
  if (size > maxBytes) {
    const kilobytes = Math.ceil(size / 1_024);
    return {
      config: `The configuration has ${kilobytes} KB. Use at most 100 KB: remove texts that equal the default ones.`,
    };
  }
  return {
    ...missingServices(config, needed),
    ...Object.assign({}, ...config.services.map((service, index) => serviceProblems(service, index, config, needed))),
    ...purposeProblems(config),
    ...generalProblems(config),
  };
}

function missingServices({ services }: ConsentConfig, needed: readonly BuiltInService[]): ConfigProblems {
  const missing = builtInServices.filter((name) => !services.some((service) => service.name === name));
  const required = missing.filter((name) => needed.includes(name));
  if (required.length > 0) {
    const them = required.length > 1 ? 'them' : 'it';
    return { 'config.services': `The platform uses ${required.join(', ')}. Add ${them} again.` };
  }
  // The server adds the others at startup once the operator sets them up.
  const limit = maxServices - missing.length;
  return services.length > limit
    ? { 'config.services': `Use at most ${limit} services. The rest is reserved for built-in services.` }
    : {};
}

function serviceProblems(
  service: ConsentService,
  index: number,
  { storageName }: ConsentConfig,
  needed: readonly BuiltInService[],
): ConfigProblems {
  const { name } = service;
  const at = (field: keyof ConsentService) => `config.services.${index}.${field}`;
  const problems: ConfigProblems = {};
  const isRequired = isRequiredService(service);
  if (isBuiltInService(name) && !needed.includes(name)) {
    problems[at('name')] = `This site does not use ${name}. Remove it. It is added again when ${name} is set up.`;
  }
  if ((name === 'platform' || name === 'paddle') && !isRequired) {
    problems[at('required')] = `This site does not work without ${name}. Set it as required.`;
  }
  if (name === 'youtube' || name === 'matomo') {
    if (service.required) problems[at('required')] = `Visitors must be able to decline ${name}. Do not require it.`;
    if (service.purposes.includes('functional')) {
      problems[at('purposes')] =
        `Visitors cannot decline services with the purpose "functional". Give ${name} another purpose.`;
    }
    if (service.optOut) problems[at('optOut')] = `Visitors must agree before ${name} runs. Switch this off.`;
  }
  const clearing = service.cookies?.findIndex((cookie) =>
    covers(Array.isArray(cookie) ? cookie[0] : cookie, storageName),
  );
  if (clearing !== undefined && clearing >= 0) {
    problems[`${at('cookies')}.${clearing}`] =
      `This would delete ${storageName}, the cookie with the visitor’s decision. List only the cookies of the service.`;
  }
  return problems;
}

/** Matches as Klaro does: the exact name, or a prefix after `^`. */
const covers = (pattern: string, cookie: string) =>
  pattern.startsWith('^') ? cookie.startsWith(pattern.slice(1)) : cookie === pattern;

function purposeProblems({ services, translations }: ConsentConfig): ConfigProblems {
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
        `The purpose ${purpose} has no title. Add one in en, or in zz for every language.`,
      ]),
  );
}

function generalProblems(config: ConsentConfig): ConfigProblems {
  const { lang, translations = {}, storageName, mustConsent, acceptAll, hideDeclineAll } = config;
  const problems: ConfigProblems = {};
  const supported: readonly string[] = consentLanguages;
  if (lang !== undefined && !supported.includes(lang) && !Object.hasOwn(translations, lang)) {
    problems['config.lang'] = `There are no texts in ${lang}. Choose another language, or add its translations.`;
  }
  if (ourCookies.includes(storageName)) {
    problems['config.storageName'] = 'This site already uses a cookie with this name. Choose another name.';
  }
  if (mustConsent && !acceptAll && hideDeclineAll) {
    problems['config.mustConsent'] =
      'Visitors could not close this dialog with one click. Show "accept all" or "decline all", or switch off mustConsent.';
  }
  return problems;
}
