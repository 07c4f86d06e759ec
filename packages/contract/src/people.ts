import { z } from 'zod';
import { SessionLine, User } from './account.ts';
import { Slug, storable, Tier, Time } from './common.ts';
import { TierReason } from './payments.ts';

/** What superusers see of accounts. No secret of an account is among it. */

const Text = z.string().trim().regex(storable, 'This has characters that cannot be stored.');

export const personStates = ['active', 'inactive', 'leaving', 'superuser', 'beta', 'past_due'] as const;
export type PersonState = (typeof personStates)[number];

export const PeopleQuery = z.object({
  cursor: z.string().max(200).optional(),
  /** A part of the username or the address. */
  q: Text.max(100).optional(),
  /** The tier that the account has now. */
  tier: z.enum(['0', '1', '2', '3', '42']).optional(),
  state: z.enum(personStates).optional(),
});

export const PersonLine = z.object({
  pk: z.number().int(),
  username: z.string(),
  /** Confirmed; null where there is none. */
  email: z.string().nullable(),
  pending_email: z.string().nullable(),
  tier: Tier,
  is_active: z.boolean(),
  is_superuser: z.boolean(),
  beta_access: z.boolean(),
  /** When the account is going to be deleted; null unless its owner has asked for that. */
  delete_at: Time.nullable(),
  created_at: Time,
});
export type PersonLine = z.infer<typeof PersonLine>;

export const People = z.object({ people: z.array(PersonLine), next_cursor: z.string().nullable() });
export type People = z.infer<typeof People>;

export const Entitlement = TierReason.extend({ pk: z.number().int() });
export type Entitlement = z.infer<typeof Entitlement>;

const LessonName = z.object({ slug: Slug, name: z.string(), training: Slug });

export const Person = PersonLine.extend({
  image: z.string().nullable(),
  profile_slug: z.string(),
  /** How the account can be signed in to. */
  sign_in: z.object({
    has_password: z.boolean(),
    /** An authenticator app is set up. */
    two_factor: z.boolean(),
    passkeys: z.number().int(),
    provider: z.boolean(),
  }),
  /** Those that are current first, then those to come, then the newest of those that are over. */
  entitlements: z.array(Entitlement).max(50),
  sessions: z.array(SessionLine).max(100),
  progress: z.object({
    lessons: z.number().int(),
    points: z.number().int(),
    flags: z.number().int(),
    /** The newest twenty that were begun. */
    trainings: z
      .array(z.object({ slug: Slug, name: z.string(), completed: z.number().int(), total: z.number().int() }))
      .max(20),
    /** The newest twenty. */
    solves: z.array(z.object({ name: z.string(), points: z.number().int(), solved_at: Time })).max(20),
  }),
  /** The newest ten that they handed in and that were another learner's. */
  foreign_flags: z.array(z.object({ owner: z.string().nullable(), place: z.string(), at: Time })).max(10),
  /** The newest ten. */
  feedback: z
    .array(z.object({ lesson: LessonName, rating: z.number().int().nullable(), text: z.string(), updated_at: Time }))
    .max(10),
});
export type Person = z.infer<typeof Person>;

export const byPerson = z.object({ username: z.string().min(1).max(100) });

export const GrantBody = z.object({
  tier: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(42)]),
  /** Null: for good. */
  months: z.number().int().min(1).max(120).nullable(),
});
export const TakeBackBody = z.object({ pk: z.number().int().min(1).max(2_147_483_647) });
export const BetaBody = z.object({ beta_access: z.boolean() });
export const ActiveBody = z.object({
  is_active: z.boolean(),
  /** Stands in the audit log. */
  reason: Text.min(3, 'Say why, for those who read the log.').max(300, 'Use at most 300 characters.'),
});
/** One session, or all of them. */
export const EndSessionsBody = z.object({ sid_hash: z.string().min(1).max(100).optional() });
/** The superuser's own password: see `ConfirmedBody`. */
export const SuperuserBody = z.object({ is_superuser: z.boolean(), password: z.string().max(256).optional() });

/** The platform as a learner sees it, for ten minutes: only for reading. */
export const PersonView = z.object({ access: z.string(), expires_at: Time, user: User });
export type PersonView = z.infer<typeof PersonView>;

export const ForeignFlagsQuery = z.object({
  cursor: z.string().max(200).optional(),
  /** Who handed in, or whose it was. */
  username: Text.max(100).optional(),
  lab: Slug.optional(),
});
export const ForeignFlags = z.object({
  incidents: z.array(
    z.object({
      pk: z.number().int(),
      at: Time,
      /** Who handed it in. */
      username: z.string(),
      /** Whose it was; null where the account is gone. */
      owner: z.string().nullable(),
      flag: z.string(),
      /** Null where it was the answer to a drill of a lesson. */
      lab: z.object({ slug: Slug, name: z.string() }).nullable(),
      lesson: z.object({ training: Slug, chapter: Slug, slug: Slug, name: z.string() }).nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type ForeignFlags = z.infer<typeof ForeignFlags>;
