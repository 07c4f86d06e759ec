import { z } from 'zod';
import { storable, Time } from './common.ts';
import { builtInServices, consentConfigName, consentTypes } from './privacy-vocabulary.ts';

const text = (max: number) =>
  z
    .string()
    .min(1, 'Enter a text, or omit the field.')
    .max(max, `Use at most ${max} characters.`)
    .regex(storable, 'This contains a character that cannot be stored.');

/** Reserved names: special object keys of JavaScript, and keys of the consent manager's own texts. */
const reserved = [
  ...['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'toLocaleString'],
  ...['acceptAll', 'acceptSelected', 'close', 'consentModal', 'consentNotice', 'contextualConsent', 'decline', 'ok'],
  ...['poweredBy', 'privacyPolicy', 'privacyPolicyUrl', 'purposeItem', 'purposes', 'save', 'service', 'disableAll'],
];
const ServiceName = z
  .string()
  .regex(/^[a-zA-Z][a-zA-Z0-9-]{0,39}$/, 'Use a letter, then up to 39 letters, digits and hyphens.')
  .refine((name) => !reserved.includes(name), 'This name is reserved. Choose another one.');
const Purpose = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'Use a lowercase letter, then up to 39 lowercase letters, digits and hyphens.')
  .refine((name) => !reserved.includes(name), 'This name is reserved. Choose another one.');

/** A code such as `de` or `sr_cyrl`, or `zz` for all languages. */
const languagePattern = /^[a-z]{2,3}(?:_[a-z]{2,8})?$/;
const Language = z.string().regex(languagePattern, 'Use a language code, such as de.');

const urlError = 'Use a path such as /legal, or an https URL.';
/** A path of this site, or an https URL. */
const Url = z
  .string()
  .max(300)
  .regex(/^(?:\/(?![/\\])[^\s\\]*|https:\/\/[^\s/\\]+(?:\/[^\s\\]*)?)$/, urlError);

/**
 * Name of cookies: exact, or a prefix after `^`, as in Klaro. Other regular expressions are not allowed, because they
 * could block a visitor's browser.
 */
const CookiePattern = z
  .string()
  .regex(/^\^?[A-Za-z0-9_-]{1,64}$/, 'Use the name of a cookie, or ^ and the beginning of its name.');
const CookiePath = z
  .string()
  .max(200)
  .regex(/^\/[^;,\s]*$/, 'Use a path, such as /.');
const CookieDomain = z
  .string()
  .max(253)
  .regex(/^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, 'Use a domain in lowercase letters.');
const Cookie = z.union([
  CookiePattern,
  z.tuple([CookiePattern, CookiePath]),
  z.tuple([CookiePattern, CookiePath, CookieDomain]),
]);

const perLanguage = <T extends z.ZodType>(value: T) =>
  z.record(Language, value).refine((all) => Object.keys(all).length <= 60, 'Use at most 60 languages.');

/** A service that may load, and that visitors can decline unless it is required. */
export const ConsentService = z.strictObject({
  name: ServiceName,
  purposes: z.array(Purpose).min(1, 'Name at least one purpose.').max(8),
  required: z.boolean().optional(),
  optOut: z.boolean().optional(),
  default: z.boolean().optional(),
  contextualConsentOnly: z.boolean().optional(),
  /** Overrides every translation. */
  title: text(80).optional(),
  description: text(1_000).optional(),
  translations: perLanguage(
    z.strictObject({ title: text(80).optional(), description: text(1_000).optional() }),
  ).optional(),
  /** Cookies to delete if the service is not accepted: names, with path and domain if needed. */
  cookies: z.array(Cookie).max(30).optional(),
});
export type ConsentService = z.infer<typeof ConsentService>;

const Text = text(2_000);
/** Texts that replace the built-in ones under the same keys: `{ consentNotice: { title: '…' } }`. */
const Key = z.string().regex(/^[a-zA-Z][\w-]{0,59}$/, 'Use the key of a text.');
const Translation = z
  .record(Key, z.union([Text, z.record(Key, z.union([Text, z.record(Key, Text)]))]))
  // This key is the target of a link.
  .refine(({ privacyPolicyUrl: url }) => url === undefined || Url.safeParse(url).success, {
    path: ['privacyPolicyUrl'],
    error: urlError,
  });

const themes = ['light', 'dark', 'top', 'bottom', 'left', 'right', 'wide'] as const;
/** Colors of the dialog and the notice, with Klaro's names. */
export const consentColours = ['dark1', 'dark2', 'light1', 'light2', 'green1', 'button-text-color'] as const;
const Colour = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'Use a color such as #0f1a30.');
const Theme = z.enum(themes, `Use one of ${themes.join(', ')}.`);
const Styling = z.strictObject({
  theme: z.union([Theme, z.array(Theme).max(themes.length)]).optional(),
  ...(Object.fromEntries(consentColours.map((name) => [name, Colour.optional()])) as Record<
    (typeof consentColours)[number],
    z.ZodOptional<typeof Colour>
  >),
});

/** Configuration of the consent manager, as superusers edit it. */
export const ConsentConfig = z.strictObject({
  services: z
    .array(ConsentService)
    .max(40)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'List each service only once.'),
  purposeOrder: z.array(Purpose).max(20).optional(),
  /** Opens the dialog on the first visit. Visitors cannot close it without a decision. */
  mustConsent: z.boolean().optional(),
  acceptAll: z.boolean().default(true),
  hideDeclineAll: z.boolean().optional(),
  hideLearnMore: z.boolean().optional(),
  hideToggleAll: z.boolean().optional(),
  groupByPurpose: z.boolean().default(true),
  /** Shows the dialog only within the page /legal, not as an overlay. */
  embedded: z.boolean().optional(),
  noticeAsModal: z.boolean().optional(),
  noNotice: z.boolean().optional(),
  /** Whether services without their own `default` are preselected. */
  default: z.boolean().optional(),
  privacyPolicy: z.union([Url, z.record(z.union([Language, z.literal('default')]), Url)]).optional(),
  /** Name of the cookie. */
  storageName: z
    .string()
    .regex(/^[A-Za-z][\w-]{0,39}$/, 'Use a letter, then up to 39 letters, digits, hyphens and underscores.')
    .default('klaro'),
  styling: Styling.optional(),
  /** Overrides the language of the page. */
  lang: Language.optional(),
  fallbackLang: Language.optional(),
  /** The first one is used if the page has no language. */
  languages: z.array(Language).max(60).optional(),
  translations: perLanguage(Translation).optional(),
});
export type ConsentConfig = z.infer<typeof ConsentConfig>;

export const ConfigStatus = z.enum(['active', 'draft', 'archived']);

/** A served configuration with the server's metadata. `version` is Klaro's format version 2. */
export const ServedConsentConfig = ConsentConfig.extend({
  id: z.string(),
  name: z.literal(consentConfigName),
  status: ConfigStatus,
  version: z.literal(2),
});
export type ServedConsentConfig = z.infer<typeof ServedConsentConfig>;

export const PrivacyManagerParams = z.object({ id: z.string().max(64) });
const testing = z.enum(['true', 'false'], 'Use true or false.').optional();
export const ConfigQuery = z.object({ name: z.string().max(64).default(consentConfigName), testing });
export const ConfigsQuery = z.object({ testing });

const Consents = z
  .record(ServiceName, z.boolean())
  .refine((all) => Object.keys(all).length <= 40, 'Name at most 40 services.');

/** A visitor's decision as the consent manager submits it. It is sent as text/plain, which needs no preflight. */
export const ConsentSubmission = z.object({
  location_data: z.object({
    /** Omitted if the configuration excludes it. */
    pathname: z.string().max(500).regex(storable).optional(),
    /** 0 for the default port of the protocol. */
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
    /** For `save`: the changed consents. */
    changes: Consents.optional(),
    type: z.enum(consentTypes),
    /** Id of the shown configuration. */
    config: z.string().max(64),
  }),
});
export type ConsentSubmission = z.infer<typeof ConsentSubmission>;

/** The part of the configuration that every page needs to decide whether to ask and whether a service may run. */
export const PrivacyFeatures = z.object({
  /** Id of the active configuration. */
  config: z.string(),
  /** Name of the cookie. */
  storage: z.string(),
  /** Whether to ask visitors who have not decided yet. */
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

/** The operator's analytics service. */
export const MatomoFeatures = z.object({
  /** URL with a trailing slash. */
  url: z.url(),
  site: z.string(),
});

/** An item that the site stores in the browser. */
export const BrowserStorageItem = z.object({
  kind: z.enum(['cookie', 'local', 'session', 'cache']),
  /** Name, or prefix of names with `…`. */
  name: z.string(),
  what: z.string(),
  lasts: z.string(),
});
export type BrowserStorageItem = z.infer<typeof BrowserStorageItem>;

/** Data for the legal page: the items that this site stores in browsers, and the third parties that it contacts. */
export const PrivacyFacts = z.object({
  config: z.string(),
  changed_at: Time,
  /** Name of the cookie with the decision. */
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
      /** Third-party hosts that the service contacts; empty for none. */
      hosts: z.array(z.string()),
      /** When and where it contacts them, as text. */
      where: z.string(),
      stores: z.array(BrowserStorageItem),
    }),
  ),
});
export type PrivacyFacts = z.infer<typeof PrivacyFacts>;

// For superusers.

const Revision = z.number().int().min(0).max(2_147_483_647);

/** A configuration that is or was published. It never changes. */
export const ConfigVersion = z.object({
  number: z.number().int(),
  id: z.string(),
  status: ConfigStatus,
  published_at: Time,
  /** Null for the platform itself and deleted accounts. */
  published_by: z.string().nullable(),
});
export type ConfigVersion = z.infer<typeof ConfigVersion>;

/** The active configuration and its draft. */
export const PrivacyConfigState = z.object({
  active: ConfigVersion.extend({ config: ConsentConfig }),
  /** The shared draft of all superusers; null for none. */
  draft: z
    .object({
      id: z.string(),
      config: ConsentConfig,
      revision: Revision,
      /** Number of the version that it is based on. */
      base: z.number().int(),
      changed_at: Time,
      changed_by: z.string().nullable(),
    })
    .nullable(),
  /** Services that every configuration must contain, because the platform uses them. */
  needed: z.array(z.enum(builtInServices)),
});
export type PrivacyConfigState = z.infer<typeof PrivacyConfigState>;

/** A change of the draft. `revision` is 0 if there is no draft yet. */
export const DraftChange = z.object({
  config: ConsentConfig,
  revision: Revision,
  /** Number of the version that the change is based on. Omit for the active one. */
  base: Revision.optional(),
});
export type DraftChange = z.infer<typeof DraftChange>;
export const DraftBase = z.object({ revision: Revision });
export const DraftBaseQuery = z.object({ revision: z.coerce.number().pipe(Revision) });

const page = {
  cursor: z.string().max(20).regex(/^\d+$/, 'This cursor is not valid.').optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
};
export const VersionsQuery = z.object(page);
export const PublishedVersions = z.object({ versions: z.array(ConfigVersion), next_cursor: z.string().nullable() });
export type PublishedVersions = z.infer<typeof PublishedVersions>;
export const VersionNumberParams = z.object({ number: z.coerce.number().int().min(1).max(2_147_483_647) });
export const ConfigVersionAnswer = ConfigVersion.extend({ config: ConsentConfig });
export type ConfigVersionAnswer = z.infer<typeof ConfigVersionAnswer>;

export const RatesQuery = z.object({
  days: z.coerce
    .number()
    .pipe(z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)], 'Choose 7, 30, 90 or 365 days.')),
});
const Count = z.number().int().nonnegative();
const countsByType = { shown: Count, accepted: Count, declined: Count, saved: Count, contextual: Count };
/** How often visitors were asked and what they decided, per UTC day. */
export const ConsentRates = z.object({
  ...countsByType,
  days: z.array(z.object({ day: z.iso.date(), ...countsByType })).max(366),
  /** For each service: decisions that covered it, and those that accepted it. */
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
      /** Number of the configuration version. */
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
