import { z } from 'zod';
import { Slug, storable, Tier } from './common.ts';
import { colours } from './map-vocabulary.ts';
import { MatomoFeatures, PrivacyFeatures } from './privacy.ts';

const Nav = z.object({ nav: z.array(z.object({ slug: Slug, name: z.string(), colour: z.string() })) });

/** Public data of the company that sponsors trainings. Only the server knows which accounts belong to it. */
export const Company = z.object({
  name: z.string(),
  /** Continent of its trainings. */
  continent: Slug.nullable(),
  /** A hue of the map. */
  colour: z.enum(colours).nullable(),
  /** https URL of the company's own site. */
  link: z.url({ protocol: /^https$/ }).nullable(),
  /** URL path of its logo. */
  logo: z.string().nullable(),
  /** The trainings that it sponsors, in the operator's order. */
  trainings: z.array(Slug),
});
export type Company = z.infer<typeof Company>;

/** Page for the company's own accounts, as sanitized HTML. */
export const CompanyPage = z.object({ text_html: z.string() });
export type CompanyPage = z.infer<typeof CompanyPage>;

/** Enabled features, and the entries of the side menu. */
export const Features = z.object({
  /** Name of the site. */
  name: z.string(),
  paddle: z.boolean(),
  login: z.boolean(),
  register: z.boolean(),
  /** The operator's message to all visitors; empty for none. */
  msg: z.string(),
  /** Whether sign-up requires an invitation code. */
  invite_only: z.boolean(),
  /** OpenID Connect provider for log-in, with its name for the button. */
  provider: z.object({ name: z.string() }).nullable(),
  /** The operator's other sites for the footer: up to eight names and https URLs. */
  social: z.array(z.object({ name: z.string(), url: z.url() })),
  /** Highest tier that is open to everyone, including visitors. */
  free_tier: Tier,
  /** Whether mails are sent. If not, they stay in the outbox for the operator. */
  mail: z.boolean(),
  /** Promoted trainings: two or none. */
  promo: z.array(Slug),
  /** Training that is open to every tier. The API always returns tier 0 for it. */
  preview: Slug.nullable(),
  company: Company.nullable(),
  privacy: PrivacyFeatures,
  /** The operator's analytics service, which needs consent; null for none. */
  matomo: MatomoFeatures.nullable(),
  hexmap: Nav,
  hexmapYT: Nav,
});
export type Features = z.infer<typeof Features>;

/** Changes feature switches and the message of one version. Null restores the configured value. */
export const FeaturesEdit = z.strictObject({
  paddle: z.boolean().nullable().optional(),
  login: z.boolean().nullable().optional(),
  register: z.boolean().nullable().optional(),
  msg: z.string().max(500).regex(storable, 'This contains a character that cannot be stored.').nullable().optional(),
});
export type FeaturesEdit = z.infer<typeof FeaturesEdit>;

export const VersionParams = z.object({ version: z.string().regex(/^[a-z0-9]{1,20}$/, 'Unknown version.') });
