import { z } from 'zod';
import { Slug, Tier, Time } from './common.ts';

/** Parts of a public profile that its owner can show, besides name, avatar and tier. */
export const ProfileSections = z.object({
  points: z.boolean(),
  trainings: z.boolean(),
  labs: z.boolean(),
  activity: z.boolean(),
});

export const PublicProfileSettings = z.object({
  slug: z.string(),
  /** False: only the owner sees the profile. */
  is_public: z.boolean(),
  about: z.string(),
  sections: ProfileSections,
});

export const Settings = z.object({
  /** Whether the account appears on the leaderboard. */
  listed: z.boolean(),
  /** Whether to send a mail after a log-in from a new device. */
  sign_in_mails: z.boolean(),
  /** Whether to send the operator's announcements. */
  announcement_mails: z.boolean(),
  /** Whether single-key shortcuts are enabled. */
  shortcuts: z.boolean(),
});

export const ActiveSubscription = z.object({
  source: z.enum(['subscription', 'voucher']),
  subscription: z.object({
    name: z.string(),
    tier: Tier,
    /** Price of one period; null for a voucher. */
    local_price: z.string().nullable(),
  }),
});
export type ActiveSubscription = z.infer<typeof ActiveSubscription>;

export const User = z.object({
  pk: z.number().int(),
  username: z.string(),
  email: z.string().nullable(),
  pending_email: z.string().nullable(),
  is_superuser: z.boolean(),
  account: z.object({
    beta_access: z.boolean(),
    /** Path of the avatar, or null: the browser draws one from the name. */
    image: z.string().nullable(),
    tier: Tier,
    /** Whether the confirmed or the pending email address has the domain of the operator's company. */
    company: z.boolean(),
    public_profile: PublicProfileSettings,
    settings: Settings,
    /** False for accounts that log in through a provider and have never set a password. */
    has_password: z.boolean(),
    /** Whether a log-in with the password needs a second factor. */
    two_factor: z.boolean(),
    /** When the account will be deleted; null if it is not scheduled for deletion. */
    delete_at: Time.nullable(),
    paddle_customer_id: z.string().nullable(),
    paddle_address_id: z.string().nullable(),
    /** The paid subscription of the account, or else its voucher with the highest tier. */
    active_subscription: ActiveSubscription.nullable(),
  }),
});
export type User = z.infer<typeof User>;

export const Token = z.object({ access: z.string(), refresh: z.string() });
export type Token = z.infer<typeof Token>;

/** Answer of sign-up, log-in and refresh. */
export const SignedIn = z.object({ token: Token, user: User });
export type SignedIn = z.infer<typeof SignedIn>;

export const usernamePattern = /^[a-zA-Z0-9][a-zA-Z0-9_-]{1,23}$/;

export const Username = z
  .string()
  .trim()
  .regex(usernamePattern, 'Use 2 to 24 letters, digits, hyphens or underscores; begin with a letter or a digit.');
export const Email = z.email('This does not look like an email address.').max(254);
export const NewPassword = z.string().min(10, 'Use at least 10 characters.').max(256, 'Use at most 256 characters.');
/** Six digits from an authenticator app, or a recovery code. */
const Code = z.string().trim().min(6, 'Enter the six digits, or a recovery code.').max(40);

/**
 * The current password, for calls that must not succeed with a stolen session alone. Accounts without a password omit
 * it and need a session that was opened within the last 15 minutes.
 */
const Confirmed = z.object({ password: z.string().max(256).optional() });

export const SignupBody = z.object({
  username: Username,
  email: z.union([z.literal(''), Email]).optional(),
  password: NewPassword,
  invite_code: z.string().trim().max(80).optional(),
});

export const LoginBody = z.object({
  username: z.string().trim().min(1, 'Enter your username or email.').max(254),
  password: z.string().min(1, 'Enter your password.').max(256),
  /** Second factor, if the account needs one. */
  code: Code.optional(),
  /** Key of the link that the server prints at its start while log-in is switched off. Only superusers can use it. */
  login_key: z.string().max(100).optional(),
});

const LinkParts = {
  user_id: z.coerce.number().int().min(1).max(2_147_483_647),
  hmac: z.string().min(1).max(200),
};

/** Requests a link (`email`), or sets the password with one (the other fields). */
export const ResetBody = z.union([z.object({ ...LinkParts, password: NewPassword }), z.object({ email: Email })]);

export const VerifyBody = z.object(LinkParts);
export const UnsubscribeBody = z.object(LinkParts);
export const VerifyAnswer = z.object({
  /** The confirmed address. */
  email: z.string(),
});

export const InviteCodeBody = z.object({
  invite_code: z.string().trim().min(1, 'Enter your invitation code.').max(80),
});
export const InviteCodeAnswer = z.object({
  /** Grants of the code: beta access, and a tier for a number of days (null: without end). */
  grants: z.object({ beta_access: z.boolean(), tier: Tier.nullable(), days: z.number().int().nullable() }),
  /** The user after redeeming the code; null for a visitor, who sends the code again at sign-up. */
  user: User.nullable(),
});

/** Omitted fields do not change. A new email address is pending until its link is opened. */
export const UserBody = Confirmed.extend({
  username: Username.optional(),
  email: Email.optional(),
  new_password: NewPassword.optional(),
});

export const SettingsBody = Settings.partial();

export const UserSettingsBody = z.object({
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9][a-z0-9_-]{1,39}$/, 'Use 2 to 40 letters, digits, hyphens or underscores.')
    .optional(),
  is_public: z.boolean().optional(),
  about: z.string().trim().max(600, 'Use at most 600 characters.').optional(),
  sections: ProfileSections.partial().optional(),
});
export type UserSettingsBody = z.infer<typeof UserSettingsBody>;

export const UserAnswer = z.object({ user: User });

export const SessionItem = z.object({
  /** Identifies the session for `logout_device`. The session id itself stays secret. */
  sid_hash: z.string(),
  /** Detected browser and system, such as `Firefox on Linux`. */
  device: z.string(),
  kind: z.enum(['desktop', 'mobile', 'program']),
  created_at: Time,
  last_seen_at: Time,
  current: z.boolean(),
});
export type SessionItem = z.infer<typeof SessionItem>;
/** Maximum number of open sessions per account. */
export const maxSessions = 100;
export const Sessions = z.object({ sessions: z.array(SessionItem).max(maxSessions) });

export const LogoutDeviceBody = z.object({ sid_hash: z.string().min(1).max(100) });

/** Log-in methods of the account. */
export const Security = z.object({
  has_password: z.boolean(),
  totp: z.object({ enabled_at: Time }).nullable(),
  recovery_codes_left: z.number().int(),
  passkeys: z.array(
    z.object({
      pk: z.number().int(),
      name: z.string(),
      created_at: Time,
      last_used_at: Time.nullable(),
      /** Whether the provider of the passkey syncs it across devices. */
      synced: z.boolean(),
    }),
  ),
  provider: z.object({ linked_at: Time }).nullable(),
});
export type Security = z.infer<typeof Security>;

export const ConfirmedBody = Confirmed;
export const TotpSetup = z.object({
  /** Base32, for manual entry. */
  secret: z.string(),
  /** `otpauth://totp/…`, for the QR code. */
  uri: z.string(),
});
export const TotpEnableBody = z.object({ code: Code });
export const RecoveryCodes = z.object({
  /** Shown only once. Each code replaces the second factor once. */
  recovery_codes: z.array(z.string()),
});

/** Options and responses of WebAuthn, in the JSON format of the browser's API. */
const WebAuthn = z.record(z.string(), z.unknown());
export const PasskeyOptions = z.object({ ticket: z.string(), options: WebAuthn });
export const PasskeyAddBody = z.object({
  ticket: z.string().max(100),
  name: z.string().trim().min(1, 'Enter a name.').max(60, 'Use at most 60 characters.'),
  credential: WebAuthn,
});
export const PasskeyLoginBody = z.object({ ticket: z.string().max(100), credential: WebAuthn });
export const PasskeyRemoveBody = Confirmed.extend({ pk: z.number().int().min(1).max(2_147_483_647) });

/** URL of the provider to redirect the browser to. */
export const ProviderUrl = z.object({ url: z.string() });
export const ProviderStartBody = z.object({ next: z.string().max(500).optional() });

export const ProfileParams = z.object({ username: z.string().min(1).max(60) });

const PeriodRank = z.object({ points: z.number().int(), rank: z.number().int().nullable() });

/** A public profile. Hidden sections are null. */
export const Profile = z.object({
  username: z.string(),
  slug: z.string(),
  image: z.string().nullable(),
  tier: Tier,
  about: z.string(),
  joined_at: Time,
  /** Whether it is the viewer's own profile. The owner sees all sections; `sections` lists those that others see. */
  own: z.boolean(),
  is_public: z.boolean(),
  sections: ProfileSections,
  points: z
    .object({
      points: z.number().int(),
      flags: z.number().int(),
      /** Null without points, or if the account is not on the leaderboard. */
      rank: z.number().int().nullable(),
      /** Points and rank of the current month and week (UTC). */
      month: PeriodRank,
      week: PeriodRank,
      /** Total at the end of each day (UTC, `2026-11-21`) with new points. */
      history: z.array(z.object({ day: z.string(), points: z.number().int() })),
    })
    .nullable(),
  trainings: z
    .array(
      z.object({
        slug: Slug,
        name: z.string(),
        continent: Slug,
        icon: z.string(),
        completed: z.number().int(),
        total: z.number().int(),
        last_at: Time,
      }),
    )
    .nullable(),
  labs: z.array(z.object({ slug: Slug, name: z.string(), difficulty: z.string(), solved_at: Time })).nullable(),
  /** Number of activities per day (UTC, `2026-11-21`) in the last 371 days. */
  activity: z.array(z.object({ day: z.string(), count: z.number().int() })).nullable(),
});
export type Profile = z.infer<typeof Profile>;

/** Notes on lessons that are no longer visible or have been rewritten. */
export const OldNotes = z.object({
  notes: z.array(
    z.object({
      subchapter: z.object({
        slug: Slug,
        name: z.string(),
        training: Slug,
        training_name: z.string(),
        /** URL path; null if the lesson is no longer visible. */
        path: z.string().nullable(),
      }),
      what_i_learned: z.string(),
      did_not_understand: z.string(),
      updated_at: Time,
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type OldNotes = z.infer<typeof OldNotes>;
export const CursorQuery = z.object({ cursor: z.string().max(200).optional() });

export const RefreshBody = z.object({
  access: z.string().max(4096).optional(),
  refresh: z.string().min(1, 'The refresh credential is missing.').max(256),
});

export const LogoutBody = z.object({ sid: z.string().max(64).optional() });

export const PowQuery = z.object({
  method: z.literal('POST'),
  path: z.enum([
    '/api/account/signup',
    '/api/account/reset',
    '/api/account/resend_verification',
    '/api/account/user',
    // Only after wrong passwords for the same name. This slows guessing without locking the account.
    '/api/account/login',
    '/api/setup/finish',
  ]),
});

/** An ALTCHA v2 challenge. The browser sends `{challenge, solution}` as base64url JSON in the header X-POW. */
export const PowChallenge = z.object({
  parameters: z.record(z.string(), z.unknown()),
  signature: z.string().optional(),
});

export const LeaderboardQuery = z.object({
  /** Calendar month and ISO week in UTC, by the server's clock. */
  period: z.enum(['all', 'month', 'week']).default('all'),
  /** Only points of this continent's trainings and labs. */
  continent: Slug.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const LeaderboardEntry = z.object({
  rank: z.number().int(),
  username: z.string(),
  /** Slug of the learner's profile; null if the profile is not public. */
  slug: z.string().nullable(),
  image: z.string().nullable(),
  points: z.number().int(),
  /** Flags found in lessons and labs. */
  flags: z.number().int(),
  last_solve_at: Time,
});

export const Leaderboard = z.object({
  entries: z.array(LeaderboardEntry),
  next_cursor: z.string().nullable(),
  /** Number of learners on this board. */
  of: z.number().int(),
  /** Start and exclusive end of the month or week; null for all time. */
  period: z.object({ from: Time, until: Time }).nullable(),
  /** The viewer's rank; null for visitors, without points on this board, and for unlisted accounts. */
  me: z.object({ rank: z.number().int(), points: z.number().int(), flags: z.number().int() }).nullable(),
  /** Up to two learners above the viewer and two below, in order. */
  neighbours: z.array(LeaderboardEntry),
});
export type Leaderboard = z.infer<typeof Leaderboard>;
