import { z } from 'zod';
import { Slug, storable, Tier } from './common.ts';
import { colours } from './map-vocabulary.ts';
import { MatomoFeatures, PrivacyFeatures } from './privacy.ts';

const Nav = z.object({ nav: z.array(z.object({ slug: Slug, name: z.string(), colour: z.string() })) });

/** What everybody is told of the company that sponsors trainings. Whose people are whose, the server alone knows. */
export const Company = z.object({
  name: z.string(),
  /** The continent that its trainings are attached to. */
  continent: Slug.nullable(),
  /** A hue of the map. */
  colour: z.enum(colours).nullable(),
  /** Where it is found: an https address of its own. */
  link: z.url({ protocol: /^https$/ }).nullable(),
  /** The path of its logo here. */
  logo: z.string().nullable(),
  /** The trainings that it sponsors, in the operator's order. */
  trainings: z.array(Slug),
});
export type Company = z.infer<typeof Company>;

/** What the company says to its own people: rendered and safe to show. */
export const CompanyPage = z.object({ text_html: z.string() });
export type CompanyPage = z.infer<typeof CompanyPage>;

/** What is switched on, and the entries of the side menu. */
export const Features = z.object({
  paddle: z.boolean(),
  login: z.boolean(),
  register: z.boolean(),
  /** The operator's message to everybody; empty when there is none. */
  msg: z.string(),
  /** Signing up needs an invitation code. */
  invite_only: z.boolean(),
  /** Sign-in through an OpenID Connect provider, with its name for the button. */
  provider: z.object({ name: z.string() }).nullable(),
  /** Where else the operator is found, for the footer: at most eight names and https addresses. */
  social: z.array(z.object({ name: z.string(), url: z.url() })),
  /** Up to this tier everything is open to everybody, visitors too. */
  free_tier: Tier,
  /** Whether mails are sent. Where they are not, they wait for whoever runs the site. */
  mail: z.boolean(),
  /** The trainings that the operator puts forward: two, or none. */
  promo: z.array(Slug),
  /** The training that is open to every tier; its tier is told as 0 everywhere. */
  preview: Slug.nullable(),
  company: Company.nullable(),
  privacy: PrivacyFeatures,
  /** The operator's analytics, which visitors have to agree to; null where there are none. */
  matomo: MatomoFeatures.nullable(),
  hexmap: Nav,
  hexmapYT: Nav,
});
export type Features = z.infer<typeof Features>;

/** The operator's switches and message of one version; null gives a switch back to the configuration. */
export const FeaturesEdit = z.strictObject({
  paddle: z.boolean().nullable().optional(),
  login: z.boolean().nullable().optional(),
  register: z.boolean().nullable().optional(),
  msg: z.string().max(500).regex(storable, 'This has characters that cannot be stored.').nullable().optional(),
});
export type FeaturesEdit = z.infer<typeof FeaturesEdit>;

export const VersionParams = z.object({ version: z.string().regex(/^[a-z0-9]{1,20}$/, 'Unknown version.') });
