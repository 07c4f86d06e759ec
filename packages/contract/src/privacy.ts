import { z } from 'zod';
import { storable, Time } from './common.ts';
import { builtInServices, consentConfigName, consentTypes } from './privacy-vocabulary.ts';

const words = (most: number) =>
  z
    .string()
    .min(1, 'Write something, or leave it out.')
    .max(most, `Use at most ${most} characters.`)
    .regex(storable, 'This has characters that cannot be stored.');

/** Keys of objects that JavaScript gives a meaning of its own, and those under which the words of the manager stand. */
const taken = [
  ...['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'toLocaleString'],
  ...['acceptAll', 'acceptSelected', 'close', 'consentModal', 'consentNotice', 'contextualConsent', 'decline', 'ok'],
  ...['poweredBy', 'privacyPolicy', 'privacyPolicyUrl', 'purposeItem', 'purposes', 'save', 'service', 'disableAll'],
];
const ServiceName = z
  .string()
  .regex(/^[a-zA-Z][a-zA-Z0-9-]{0,39}$/, 'Use a letter, then up to 39 letters, digits and hyphens.')
  .refine((name) => !taken.includes(name), 'This name has another meaning. Choose another one.');
const Purpose = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'Use a small letter, then up to 39 small letters, digits and hyphens.')
  .refine((name) => !taken.includes(name), 'This name has another meaning. Choose another one.');

/** A code such as `de`, `sr_cyrl`, or `zz` for what holds in every language. */
const languagePattern = /^[a-z]{2,3}(?:_[a-z]{2,8})?$/;
const Language = z.string().regex(languagePattern, 'Give the code of a language, such as de.');

const addressWords = 'Give a path such as /legal, or an https address.';
/** An address here, or one elsewhere that is asked for by https. */
const Address = z
  .string()
  .max(300)
  .regex(/^(?:\/(?![/\\])[^\s\\]*|https:\/\/[^\s/\\]+(?:\/[^\s\\]*)?)$/, addressWords);

/**
 * The name of cookies: exact, or a beginning after `^`, as Klaro reads them. No other regular expressions, which could
 * take for ever in a visitor's browser.
 */
const CookiePattern = z
  .string()
  .regex(/^\^?[A-Za-z0-9_-]{1,64}$/, 'Give the name of a cookie, or ^ and how names begin.');
const CookiePath = z
  .string()
  .max(200)
  .regex(/^\/[^;,\s]*$/, 'Give a path, such as /.');
const CookieDomain = z
  .string()
  .max(253)
  .regex(/^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, 'Give a domain in small letters.');
const Cookie = z.union([
  CookiePattern,
  z.tuple([CookiePattern, CookiePath]),
  z.tuple([CookiePattern, CookiePath, CookieDomain]),
]);

const byLanguage = <T extends z.ZodType>(value: T) =>
  z.record(Language, value).refine((all) => Object.keys(all).length <= 60, 'Use at most 60 languages.');

/** Something that may load, and that a visitor may refuse unless it is required. */
export const ConsentService = z.strictObject({
  name: ServiceName,
  purposes: z.array(Purpose).min(1, 'Name at least one purpose.').max(8),
  required: z.boolean().optional(),
  optOut: z.boolean().optional(),
  default: z.boolean().optional(),
  contextualConsentOnly: z.boolean().optional(),
  /** Wins over every translation. */
  title: words(80).optional(),
  description: words(1_000).optional(),
  translations: byLanguage(
    z.strictObject({ title: words(80).optional(), description: words(1_000).optional() }),
  ).optional(),
  /** What is deleted when the service is not, or no longer, accepted: names, with path and domain where they need them. */
  cookies: z.array(Cookie).max(30).optional(),
});
export type ConsentService = z.infer<typeof ConsentService>;

const Text = words(2_000);
/** Words that replace ours, under the same keys: `{ consentNotice: { title: '…' } }`. */
const Key = z.string().regex(/^[a-zA-Z][\w-]{0,59}$/, 'This is no key of a text.');
const Translation = z
  .record(Key, z.union([Text, z.record(Key, z.union([Text, z.record(Key, Text)]))]))
  // This one is no text that is read, but where a link leads.
  .refine(({ privacyPolicyUrl: url }) => url === undefined || Address.safeParse(url).success, {
    path: ['privacyPolicyUrl'],
    error: addressWords,
  });

const themes = ['light', 'dark', 'top', 'bottom', 'left', 'right', 'wide'] as const;
/** Colours of the dialog and the notice, by the names that Klaro gives them. */
export const consentColours = ['dark1', 'dark2', 'light1', 'light2', 'green1', 'button-text-color'] as const;
const Colour = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'Give a colour such as #0f1a30.');
const Theme = z.enum(themes, `Give one of ${themes.join(', ')}.`);
const Styling = z.strictObject({
  theme: z.union([Theme, z.array(Theme).max(themes.length)]).optional(),
  ...(Object.fromEntries(consentColours.map((name) => [name, Colour.optional()])) as Record<
    (typeof consentColours)[number],
    z.ZodOptional<typeof Colour>
  >),
});

/** What the consent manager is made of, as a superuser writes it. */
export const ConsentConfig = z.strictObject({
  services: z
    .array(ConsentService)
    .max(40)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'Give each service once.'),
  purposeOrder: z.array(Purpose).max(20).optional(),
  /** The dialog opens by itself, and nobody can close it without deciding. */
  mustConsent: z.boolean().optional(),
  acceptAll: z.boolean().default(true),
  hideDeclineAll: z.boolean().optional(),
  hideLearnMore: z.boolean().optional(),
  hideToggleAll: z.boolean().optional(),
  groupByPurpose: z.boolean().default(true),
  /** It stands in the page on /legal, and lies over no page. */
  embedded: z.boolean().optional(),
  noticeAsModal: z.boolean().optional(),
  noNotice: z.boolean().optional(),
  /** Whether services that say nothing themselves are chosen before anybody has chosen. */
  default: z.boolean().optional(),
  privacyPolicy: z.union([Address, z.record(z.union([Language, z.literal('default')]), Address)]).optional(),
  /** The name of the cookie. */
  storageName: z
    .string()
    .regex(/^[A-Za-z][\w-]{0,39}$/, 'Use a letter, then up to 39 letters, digits, hyphens and underscores.')
    .default('klaro'),
  styling: Styling.optional(),
  /** Wins over the language of the page. */
  lang: Language.optional(),
  fallbackLang: Language.optional(),
  /** The first is taken where the page names no language. */
  languages: z.array(Language).max(60).optional(),
  translations: byLanguage(Translation).optional(),
});
export type ConsentConfig = z.infer<typeof ConsentConfig>;

export const ConfigStatus = z.enum(['active', 'draft', 'archived']);

/** The same as it is given out, with what the server knows of it. `version` is the form's, which Klaro calls 2. */
export const ServedConsentConfig = ConsentConfig.extend({
  id: z.string(),
  name: z.literal(consentConfigName),
  status: ConfigStatus,
  version: z.literal(2),
});
export type ServedConsentConfig = z.infer<typeof ServedConsentConfig>;

export const byPrivacyManager = z.object({ id: z.string().max(64) });
const testing = z.enum(['true', 'false'], 'Give true or false.').optional();
export const ConfigQuery = z.object({ name: z.string().max(64).default(consentConfigName), testing });
export const ConfigsQuery = z.object({ testing });

const Consents = z
  .record(ServiceName, z.boolean())
  .refine((all) => Object.keys(all).length <= 40, 'Name at most 40 services.');

/** What a consent manager tells of a visitor's decision. It comes as text/plain, which needs no preflight. */
export const ConsentSubmission = z.object({
  location_data: z.object({
    /** Left out where the configuration of the manager says so. */
    pathname: z.string().max(500).regex(storable).optional(),
    /** 0 for the protocol's own. */
    port: z.number().int().min(0).max(65_535),
    hostname: z.string().max(253).regex(storable),
    protocol: z.enum(['http', 'https']),
  }),
  user_data: z.object({
    client_version: z.string().max(40).regex(storable),
    client_name: z.string().max(40).regex(storable),
  }),
  consent_data: z.object({
    consents: Consents,
    /** Of a `save`: what is different from before. */
    changes: Consents.optional(),
    type: z.enum(consentTypes),
    /** The id of the configuration that was shown. */
    config: z.string().max(64),
  }),
});
export type ConsentSubmission = z.infer<typeof ConsentSubmission>;

/** What every page knows of it: enough to tell whether to ask, and whether a service may run. */
export const PrivacyFeatures = z.object({
  /** The id of the active configuration. */
  config: z.string(),
  /** The name of the cookie. */
  storage: z.string(),
  /** Whether a visitor who has not decided is asked without asking for it. */
  notice: z.boolean(),
  services: z.array(
    z.object({
      name: z.string(),
      required: z.boolean().optional(),
      optOut: z.boolean().optional(),
      default: z.boolean().optional(),
    }),
  ),
});
export type PrivacyFeatures = z.infer<typeof PrivacyFeatures>;

/** The analytics service of the operator; null where there is none. */
export const MatomoFeatures = z.object({
  /** Its address, with a slash at the end. */
  url: z.url(),
  site: z.string(),
});

/** Something that stays in the browser. */
export const BrowserStorageItem = z.object({
  kind: z.enum(['cookie', 'local', 'session', 'cache']),
  /** Its name, or how names begin, with `…`. */
  name: z.string(),
  what: z.string(),
  lasts: z.string(),
});
export type BrowserStorageItem = z.infer<typeof BrowserStorageItem>;

/** What is true now of what this site keeps in browsers and loads from others, for the legal page. */
export const PrivacyFacts = z.object({
  config: z.string(),
  changed_at: Time,
  /** The cookie that keeps what was decided. */
  storage: z.string(),
  consent_days: z.number().int(),
  record_days: z.number().int(),
  services: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      purposes: z.array(z.string()),
      required: z.boolean(),
      opt_out: z.boolean(),
      /** Whose servers are asked, once it runs; empty where nobody else is. */
      hosts: z.array(z.string()),
      /** Where that happens, in words. */
      where: z.string(),
      stores: z.array(BrowserStorageItem),
    }),
  ),
});
export type PrivacyFacts = z.infer<typeof PrivacyFacts>;

// For superusers.

const Revision = z.number().int().min(0).max(2_147_483_647);

/** A configuration that is, or was, published. It never changes. */
export const ConfigVersion = z.object({
  number: z.number().int(),
  id: z.string(),
  status: ConfigStatus,
  published_at: Time,
  /** Null for the platform itself, and for accounts that are gone. */
  published_by: z.string().nullable(),
});
export type ConfigVersion = z.infer<typeof ConfigVersion>;

export const PrivacyConfigState = z.object({
  active: ConfigVersion.extend({ config: ConsentConfig }),
  /** The one draft that superusers share; null while there is none. */
  draft: z
    .object({
      id: z.string(),
      config: ConsentConfig,
      revision: Revision,
      /** The number of the version that it was made from. */
      base: z.number().int(),
      changed_at: Time,
      changed_by: z.string().nullable(),
    })
    .nullable(),
  /** Services that have to be in every configuration, because the platform asks them. */
  needed: z.array(z.enum(builtInServices)),
});
export type PrivacyConfigState = z.infer<typeof PrivacyConfigState>;

/** `revision` 0 where there is no draft yet. */
export const DraftChange = z.object({
  config: ConsentConfig,
  revision: Revision,
  /** The number of the version that the change was made from; whatever is active, where it is left out. */
  base: Revision.optional(),
});
export type DraftChange = z.infer<typeof DraftChange>;
export const DraftBase = z.object({ revision: Revision });
export const DraftBaseQuery = z.object({ revision: z.coerce.number().pipe(Revision) });

const page = {
  cursor: z.string().max(20).regex(/^\d+$/, 'This is no cursor of ours.').optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
};
export const VersionsQuery = z.object(page);
export const PublishedVersions = z.object({ versions: z.array(ConfigVersion), next_cursor: z.string().nullable() });
export type PublishedVersions = z.infer<typeof PublishedVersions>;
export const byVersionNumber = z.object({ number: z.coerce.number().int().min(1).max(2_147_483_647) });
export const ConfigVersionAnswer = ConfigVersion.extend({ config: ConsentConfig });
export type ConfigVersionAnswer = z.infer<typeof ConfigVersionAnswer>;

export const RatesQuery = z.object({
  days: z.coerce
    .number()
    .pipe(z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)], 'Choose 7, 30, 90 or 365 days.')),
});
const Count = z.number().int().nonnegative();
const sorts = { shown: Count, accepted: Count, declined: Count, saved: Count, contextual: Count };
/** How often visitors were asked and what they said, in days of UTC. */
export const ConsentRates = z.object({
  ...sorts,
  days: z.array(z.object({ day: z.iso.date(), ...sorts })).max(366),
  /** Of all decisions in which a service was up for choice: in how many it was accepted. */
  services: z.array(z.object({ name: z.string(), title: z.string(), accepted: Count, decided: Count })).max(200),
});
export type ConsentRates = z.infer<typeof ConsentRates>;

export const RecordsQuery = z.object({ ...page, type: z.enum(consentTypes).optional() });
export const ConsentReceipts = z.object({
  records: z.array(
    z.object({
      pk: z.string(),
      at: Time,
      type: z.enum(consentTypes),
      /** The number of the configuration. */
      version: z.number().int(),
      consents: z.record(z.string(), z.boolean()),
      changes: z.record(z.string(), z.boolean()).nullable(),
      pathname: z.string().nullable(),
      client: z.string(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type ConsentReceipts = z.infer<typeof ConsentReceipts>;
