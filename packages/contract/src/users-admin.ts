import { z } from 'zod';
import { SessionItem, User } from './account.ts';
import { Slug, storable, Tier, Time } from './common.ts';
import { TierReason } from './payments.ts';

/** Accounts as superusers see them, without secrets. */

const Text = z.string().trim().regex(storable, 'This contains a character that cannot be stored.');

export const accountStates = ['active', 'inactive', 'deletion_scheduled', 'superuser', 'beta', 'past_due'] as const;
export type AccountState = (typeof accountStates)[number];

export const userSorts = ['joined', 'name', 'last_seen', 'lessons', 'points'] as const;
export type UserSort = (typeof userSorts)[number];

const filter = {
  /** Part of the username or the email address. */
  q: Text.max(100).optional(),
  /** Current tier. */
  tier: z.enum(['0', '1', '2', '3', '42']).optional(),
  state: z.enum(accountStates).optional(),
  /** `joined` by default. */
  sort: z.enum(userSorts).optional(),
  /** By default ascending for `name` and descending for all others. */
  order: z.enum(['asc', 'desc']).optional(),
};

export const AdminUsersQuery = z.object({ cursor: z.string().max(200).optional(), ...filter });
export const UsersExportQuery = z.object(filter);

export const AdminUserSummary = z.object({
  pk: z.number().int(),
  username: z.string(),
  /** Confirmed address; null for none. */
  email: z.string().nullable(),
  pending_email: z.string().nullable(),
  tier: Tier,
  is_active: z.boolean(),
  is_superuser: z.boolean(),
  beta_access: z.boolean(),
  /** When the account will be deleted; null if it is not scheduled for deletion. */
  delete_at: Time.nullable(),
  created_at: Time,
});
export type AdminUserSummary = z.infer<typeof AdminUserSummary>;

/** An account in the list, with its activity. */
export const AdminUserRow = AdminUserSummary.extend({
  /** Null for an account that was never logged in to. */
  last_seen_at: Time.nullable(),
  /** Number of completed lessons. */
  lessons: z.number().int(),
  points: z.number().int(),
});
export type AdminUserRow = z.infer<typeof AdminUserRow>;

export const AdminUsers = z.object({ users: z.array(AdminUserRow), next_cursor: z.string().nullable() });
export type AdminUsers = z.infer<typeof AdminUsers>;

export const Entitlement = TierReason.extend({ pk: z.number().int() });
export type Entitlement = z.infer<typeof Entitlement>;

const LessonName = z.object({ slug: Slug, name: z.string(), training: Slug });

export const AdminUser = AdminUserSummary.extend({
  image: z.string().nullable(),
  profile_slug: z.string(),
  /** Log-in methods of the account. */
  sign_in: z.object({
    has_password: z.boolean(),
    /** Whether an authenticator app is set up. */
    two_factor: z.boolean(),
    passkeys: z.number().int(),
    provider: z.boolean(),
  }),
  /** Current entitlements first, then future ones, then past ones, newest first. */
  entitlements: z.array(Entitlement).max(50),
  sessions: z.array(SessionItem).max(100),
  progress: z.object({
    lessons: z.number().int(),
    points: z.number().int(),
    flags: z.number().int(),
    /** The twenty that were started last. */
    trainings: z
      .array(z.object({ slug: Slug, name: z.string(), completed: z.number().int(), total: z.number().int() }))
      .max(20),
    /** The newest twenty. */
    solves: z.array(z.object({ name: z.string(), points: z.number().int(), solved_at: Time })).max(20),
  }),
  /** The newest ten shared flags that the account submitted. */
  shared_flags: z.array(z.object({ owner: z.string().nullable(), source: z.string(), at: Time })).max(10),
  /** The newest ten. */
  feedback: z
    .array(z.object({ lesson: LessonName, rating: z.number().int().nullable(), text: z.string(), updated_at: Time }))
    .max(10),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const AdminUserParams = z.object({ username: z.string().min(1).max(100) });

export const GrantBody = z.object({
  tier: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(42)]),
  /** Null: without end. */
  months: z.number().int().min(1).max(120).nullable(),
});
export const RevokeBody = z.object({ pk: z.number().int().min(1).max(2_147_483_647) });
export const BetaBody = z.object({ beta_access: z.boolean() });
/** Stored in the audit log. */
const Reason = Text.min(3, 'Enter a reason. It is stored in the audit log.').max(300, 'Use at most 300 characters.');
export const ActiveBody = z.object({ is_active: z.boolean(), reason: Reason });
/** Schedules the deletion of an account in two weeks, or cancels it. `password` is the superuser's own. */
export const DeletionBody = z.object({
  delete: z.boolean(),
  reason: Reason,
  password: z.string().max(256).optional(),
});
/** Ends one session, or all of them if `sid_hash` is omitted. */
export const EndSessionsBody = z.object({ sid_hash: z.string().min(1).max(100).optional() });
/** `password` is the superuser's own: see `ConfirmedBody`. */
export const SuperuserBody = z.object({ is_superuser: z.boolean(), password: z.string().max(256).optional() });

/** A one-time link to `/password-reset` for an account that has no password yet. It is not stored. */
export const PasswordLink = z.object({ url: z.string(), expires_at: Time });
export type PasswordLink = z.infer<typeof PasswordLink>;

/** Maximum number of accounts in one call that changes several. */
export const maxBulkUsers = 100;

const BulkUsers = z
  .array(z.number().int().min(1).max(2_147_483_647))
  .min(1, 'Select at least one account.')
  .max(maxBulkUsers, `Select at most ${maxBulkUsers} accounts.`)
  .refine((pks) => new Set(pks).size === pks.length, 'An account is listed twice.');

/** An action and the keys of the accounts that it applies to. The other fields are those of the call for one account. */
export const BulkUsersBody = z.discriminatedUnion('act', [
  z.object({ act: z.literal('active'), users: BulkUsers, ...ActiveBody.shape }),
  z.object({ act: z.literal('end_sessions'), users: BulkUsers }),
  z.object({ act: z.literal('beta'), users: BulkUsers, ...BetaBody.shape }),
  z.object({ act: z.literal('grant'), users: BulkUsers, ...GrantBody.shape }),
  z.object({ act: z.literal('deletion'), users: BulkUsers, ...DeletionBody.shape }),
]);
export type BulkUsersBody = z.infer<typeof BulkUsersBody>;

/** One result per account, in the order of the call. */
export const BulkUsersAnswer = z.object({
  results: z.array(
    z.object({
      pk: z.number().int(),
      /** Null for an account that does not exist. */
      username: z.string().nullable(),
      /** Why the action was refused; null if the account now is in the requested state. */
      error: z.string().nullable(),
    }),
  ),
});
export type BulkUsersAnswer = z.infer<typeof BulkUsersAnswer>;

/** Maximum number of accounts that one call adds. */
export const maxAddedUsers = 200;

/** One person per line: a name, an email address, or both with a comma between them. A header line may name the columns. */
export const AddUsersBody = z.object({
  text: z
    .string()
    .min(1, 'Enter at least one name or email address.')
    .max(100_000, `Add at most ${maxAddedUsers} people at a time.`)
    .regex(storable, 'This contains a character that cannot be stored.'),
});

export const AddUsersAnswer = z.object({
  /** One result per line with text, in the order of the lines. */
  results: z.array(
    z.object({
      /** Number of the line, from 1. */
      line: z.number().int(),
      text: z.string(),
      /** The new account; null if there is none. */
      username: z.string().nullable(),
      email: z.string().nullable(),
      /** Link that sets the first password; null if it was mailed. It is not shown again. */
      url: z.string().nullable(),
      /** Why no account was added. */
      error: z.string().nullable(),
    }),
  ),
  /** When the links expire. */
  expires_at: Time,
});
export type AddUsersAnswer = z.infer<typeof AddUsersAnswer>;

/** Read-only credential to view the platform as another account for ten minutes. */
export const ImpersonationAnswer = z.object({ access: z.string(), expires_at: Time, user: User });
export type ImpersonationAnswer = z.infer<typeof ImpersonationAnswer>;

export const SharedFlagsQuery = z.object({
  cursor: z.string().max(200).optional(),
  /** Username of the submitter or the owner. */
  username: Text.max(100).optional(),
  lab: Slug.optional(),
});
export const SharedFlags = z.object({
  incidents: z.array(
    z.object({
      pk: z.number().int(),
      at: Time,
      /** Account that submitted the flag. */
      username: z.string(),
      /** Account that the flag was generated for; null if it is deleted. */
      owner: z.string().nullable(),
      flag: z.string(),
      /** Null for the answer to a drill of a lesson. */
      lab: z.object({ slug: Slug, name: z.string() }).nullable(),
      lesson: z.object({ training: Slug, chapter: Slug, slug: Slug, name: z.string() }).nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type SharedFlags = z.infer<typeof SharedFlags>;
