import { z } from 'zod';
import { Tier, Time } from './common.ts';

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
    public_profile: z.object({ slug: z.string() }),
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

export const SignupBody = z.object({
  username: z
    .string()
    .trim()
    .regex(usernamePattern, 'Use 2 to 24 letters, digits, hyphens or underscores; begin with a letter or a digit.'),
  email: z.union([z.literal(''), z.email('This does not look like an email address.').max(254)]).optional(),
  password: z.string().min(10, 'Use at least 10 characters.').max(256, 'Use at most 256 characters.'),
});

export const LoginBody = z.object({
  username: z.string().trim().min(1, 'Enter your username or email.').max(254),
  password: z.string().min(1, 'Enter your password.').max(256),
});

export const RefreshBody = z.object({
  access: z.string().max(4096).optional(),
  refresh: z.string().min(1, 'The refresh credential is missing.').max(256),
});

export const LogoutBody = z.object({ sid: z.string().max(64).optional() });

export const PowQuery = z.object({
  method: z.literal('POST'),
  path: z.enum(['/api/account/signup', '/api/account/reset', '/api/account/resend_verification', '/api/account/user']),
});

/** An ALTCHA v2 challenge; solved by the browser and sent back as base64url JSON `{challenge, solution}` in X-POW. */
export const PowChallenge = z.object({
  parameters: z.record(z.string(), z.unknown()),
  signature: z.string().optional(),
});

export const LeaderboardQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const LeaderboardEntry = z.object({
  rank: z.number().int(),
  username: z.string(),
  image: z.string().nullable(),
  points: z.number().int(),
  /** Flags found, of lessons and labs together. */
  flags: z.number().int(),
  last_solve_at: Time,
});

export const Leaderboard = z.object({
  entries: z.array(LeaderboardEntry),
  next_cursor: z.string().nullable(),
  /** The asking learner's own place; null when signed out or without points. */
  me: z.object({ rank: z.number().int(), points: z.number().int(), flags: z.number().int() }).nullable(),
});
export type Leaderboard = z.infer<typeof Leaderboard>;
