import { z } from 'zod';
import { Slug, Tier, Time } from './common.ts';

/** What a public profile may show besides name, avatar and tier. */
export const ProfileSections = z.object({
  points: z.boolean(),
  trainings: z.boolean(),
  labs: z.boolean(),
  activity: z.boolean(),
});

export const PublicProfileSettings = z.object({
  slug: z.string(),
  /** False: nobody but its owner sees the profile. */
  is_public: z.boolean(),
  about: z.string(),
  sections: ProfileSections,
});

export const Settings = z.object({
  /** Appears on the leaderboard. */
  listed: z.boolean(),
  /** Sends a mail when a device signs in that is new to the account. */
  sign_in_mails: z.boolean(),
  /** Gets the operator's announcements. */
  announcement_mails: z.boolean(),
  /** Single-key shortcuts work. */
  shortcuts: z.boolean(),
});

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
    /** Belongs to the operator's company: the email, or the one that waits for confirmation, is of its domain. */
    company: z.boolean(),
    public_profile: PublicProfileSettings,
    settings: Settings,
    /** False for those who sign in through a provider and never chose one. */
    has_password: z.boolean(),
    /** Whether the password alone opens no session. */
    two_factor: z.boolean(),
    /** When the account is going to be deleted; null unless its owner has asked for that. */
    delete_at: Time.nullable(),
    paddle_customer_id: z.string().nullable(),
    paddle_address_id: z.string().nullable(),
    active_subscription: z
      .object({ subscription: z.object({ name: z.string(), tier: Tier, local_price: z.string() }) })
      .nullable(),
  }),
});
export type User = z.infer<typeof User>;

export const Token = z.object({ access: z.string(), refresh: z.string() });
export type Token = z.infer<typeof Token>;

/** What sign-up, log-in and refresh answer. */
export const SignedIn = z.object({ token: Token, user: User });
export type SignedIn = z.infer<typeof SignedIn>;

export const usernamePattern = /^[a-zA-Z0-9][a-zA-Z0-9_-]{1,23}$/;

const Username = z
  .string()
  .trim()
  .regex(usernamePattern, 'Use 2 to 24 letters, digits, hyphens or underscores; begin with a letter or a digit.');
const Email = z.email('This does not look like an email address.').max(254);
const NewPassword = z.string().min(10, 'Use at least 10 characters.').max(256, 'Use at most 256 characters.');
/** Six digits of an authenticator app, or a recovery code. */
const Code = z.string().trim().min(6, 'Enter the six digits, or a recovery code.').max(40);

/**
 * The password once more, for calls that the thief of a session must not make. Accounts without a password leave it
 * out: they need a session that was opened within the last 15 minutes.
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
  /** Where two factors are needed: the second one. */
  code: Code.optional(),
});

const LinkParts = {
  user_id: z.coerce.number().int().min(1).max(2_147_483_647),
  hmac: z.string().min(1).max(200),
};

/** Asks for a link (email), or uses one (the rest). */
export const ResetBody = z.union([z.object({ ...LinkParts, password: NewPassword }), z.object({ email: Email })]);

export const VerifyBody = z.object(LinkParts);
export const UnsubscribeBody = z.object(LinkParts);
export const VerifyAnswer = z.object({
  /** The address that is confirmed now. */
  email: z.string(),
});

export const InviteCodeBody = z.object({
  invite_code: z.string().trim().min(1, 'Enter your invitation code.').max(80),
});
export const InviteCodeAnswer = z.object({
  /** What the code gives: beta access, and a tier for so many days (null: for good). */
  grants: z.object({ beta_access: z.boolean(), tier: Tier.nullable(), days: z.number().int().nullable() }),
  /** Who has it now; null for a visitor, who gives the code again when signing up. */
  user: User.nullable(),
});

/** What is left out stays as it is. A new email is pending until its link was opened. */
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

export const SessionLine = z.object({
  /** Names the session to `logout_device`; the session's own id stays secret. */
  sid_hash: z.string(),
  /** Browser and system as far as they can be told, such as `Firefox on Linux`. */
  device: z.string(),
  kind: z.enum(['desktop', 'mobile', 'program']),
  created_at: Time,
  last_seen_at: Time,
  current: z.boolean(),
});
export type SessionLine = z.infer<typeof SessionLine>;
/** Open sessions of one account. */
export const mostSessions = 100;
export const Sessions = z.object({ sessions: z.array(SessionLine).max(mostSessions) });

export const LogoutDeviceBody = z.object({ sid_hash: z.string().min(1).max(100) });

/** How the account can be signed in to. */
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
      /** Kept by its maker in more than one device. */
      synced: z.boolean(),
    }),
  ),
  provider: z.object({ linked_at: Time }).nullable(),
});
export type Security = z.infer<typeof Security>;

export const ConfirmedBody = Confirmed;
export const TotpSetup = z.object({
  /** Base32, to be typed where no camera is at hand. */
  secret: z.string(),
  /** `otpauth://totp/…`, for the QR code. */
  uri: z.string(),
});
export const TotpEnableBody = z.object({ code: Code });
export const RecoveryCodes = z.object({
  /** Shown once. Each opens the account once in place of the second factor. */
  recovery_codes: z.array(z.string()),
});

/** Options and answers of WebAuthn are passed through as the browser's own functions take and give them. */
const WebAuthn = z.record(z.string(), z.unknown());
export const PasskeyOptions = z.object({ ticket: z.string(), options: WebAuthn });
export const PasskeyAddBody = z.object({
  ticket: z.string().max(100),
  name: z.string().trim().min(1, 'Give it a name.').max(60, 'Use at most 60 characters.'),
  credential: WebAuthn,
});
export const PasskeyLoginBody = z.object({ ticket: z.string().max(100), credential: WebAuthn });
export const PasskeyRemoveBody = Confirmed.extend({ pk: z.number().int().min(1).max(2_147_483_647) });

/** Where to send the browser, to the provider. */
export const ProviderUrl = z.object({ url: z.string() });
export const ProviderStartBody = z.object({ next: z.string().max(500).optional() });

export const ProfileParams = z.object({ username: z.string().min(1).max(60) });

const PeriodPlace = z.object({ points: z.number().int(), rank: z.number().int().nullable() });

/** A public profile: what its owner does not show is null. */
export const Profile = z.object({
  username: z.string(),
  slug: z.string(),
  image: z.string().nullable(),
  tier: Tier,
  about: z.string(),
  joined_at: Time,
  /** Whether it is the viewer's own; they see all of it, and `sections` says what others do. */
  own: z.boolean(),
  is_public: z.boolean(),
  sections: ProfileSections,
  points: z
    .object({
      points: z.number().int(),
      flags: z.number().int(),
      /** Null without points, or for those who are not on the leaderboard. */
      rank: z.number().int().nullable(),
      /** The same of this month and this week (UTC). */
      month: PeriodPlace,
      week: PeriodPlace,
      /** The sum at the end of each day (UTC, `2026-11-21`) on which points came. */
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
  /** Days (UTC, `2026-11-21`) of the last 371 on which something was done, and how much. */
  activity: z.array(z.object({ day: z.string(), count: z.number().int() })).nullable(),
});
export type Profile = z.infer<typeof Profile>;

/** Notes on lessons that are no longer shown, or that were rewritten since. */
export const OldNotes = z.object({
  notes: z.array(
    z.object({
      subchapter: z.object({
        slug: Slug,
        name: z.string(),
        training: Slug,
        training_name: z.string(),
        /** Its address; null when it is no longer shown. */
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
    // Only after wrong passwords for one name: guessing gets dearer, and nobody is locked out.
    '/api/account/login',
  ]),
});

/** An ALTCHA v2 challenge; solved by the browser and sent back as base64url JSON `{challenge, solution}` in X-POW. */
export const PowChallenge = z.object({
  parameters: z.record(z.string(), z.unknown()),
  signature: z.string().optional(),
});

export const LeaderboardQuery = z.object({
  /** The calendar month and the ISO week are those of UTC, by the server's clock. */
  period: z.enum(['all', 'month', 'week']).default('all'),
  /** Only points of this continent's trainings and labs. */
  continent: Slug.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const LeaderboardEntry = z.object({
  rank: z.number().int(),
  username: z.string(),
  /** Of the learner's profile; null when it is not public. */
  slug: z.string().nullable(),
  image: z.string().nullable(),
  points: z.number().int(),
  /** Flags found, of lessons and labs together. */
  flags: z.number().int(),
  last_solve_at: Time,
});

export const Leaderboard = z.object({
  entries: z.array(LeaderboardEntry),
  next_cursor: z.string().nullable(),
  /** How many learners stand on this board. */
  of: z.number().int(),
  /** The month or week that is shown, its end not included; null for all time. */
  period: z.object({ from: Time, until: Time }).nullable(),
  /** The asking learner's own place; null when signed out, without points here, or not listed. */
  me: z.object({ rank: z.number().int(), points: z.number().int(), flags: z.number().int() }).nullable(),
  /** Up to two learners above that place and two below, in order. */
  neighbours: z.array(LeaderboardEntry),
});
export type Leaderboard = z.infer<typeof Leaderboard>;
