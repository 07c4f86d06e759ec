import { z } from 'zod';
import * as account from './account.ts';
import * as admin from './admin.ts';
import * as avatars from './avatars.ts';
import { Empty, Slug } from './common.ts';
import * as config from './config.ts';
import type { ErrorCode } from './errors.ts';
import { Hexmap } from './hexmap.ts';
import * as labs from './labs.ts';
import * as notes from './notes.ts';
import * as progress from './progress.ts';
import * as trainings from './trainings.ts';

/** Who may call: anybody (a good token is honoured, a bad one refused), a signed-in user, or a superuser. */
export type Access = 'public' | 'user' | 'superuser';

export interface Endpoint {
  access: Access;
  tag: string;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body of the 200 answer. */
  response: z.ZodType;
  /** Errors of its own, beside those that every endpoint can answer (400, 401, 404, 429, 500). */
  errors?: readonly ErrorCode[];
  /** True where the call brings a credential of its own (a password, a link): a bad access credential is ignored. */
  ownCredential?: true;
  /** True where the call carries a proof of work in the header X-POW. */
  pow?: true;
  /** Bytes that its body may have, where the usual 256 KiB are too few. */
  bodyLimit?: number;
}

const bySlug = z.object({ slug: Slug });
const byTraining = z.object({ training: Slug });

/**
 * Every call of the API, as `METHOD path`: the one table that the server registers from, the documentation is
 * generated from, and the browser's client takes its types from (types only, so that Zod stays out of its first load).
 */
export const endpoints = {
  'GET /api/config/features:version': {
    access: 'public',
    tag: 'Config',
    summary: 'What is switched on, and the side menu',
    params: config.VersionParams,
    response: config.Features,
  },
  'GET /api/config/hexmap:version': {
    access: 'public',
    tag: 'Config',
    summary: 'The hex map of trainings',
    params: config.VersionParams,
    response: Hexmap,
  },

  'GET /api/account/pow': {
    access: 'public',
    tag: 'Account',
    summary: 'A proof-of-work challenge for one call',
    query: account.PowQuery,
    response: account.PowChallenge,
  },
  'POST /api/account/signup': {
    access: 'public',
    tag: 'Account',
    ownCredential: true,
    summary: 'Create an account',
    pow: true,
    body: account.SignupBody,
    response: account.SignedIn,
    errors: [
      'pow_required',
      'pow_invalid',
      'username_taken',
      'weak_password',
      'registration_closed',
      'invite_required',
      'invite_invalid',
    ],
  },
  'POST /api/account/login': {
    access: 'public',
    tag: 'Account',
    ownCredential: true,
    summary: 'Open a session',
    body: account.LoginBody,
    response: account.SignedIn,
    errors: [
      'invalid_credentials',
      'user_disabled',
      'second_factor_required',
      'second_factor_wrong',
      'pow_required',
      'pow_invalid',
    ],
  },
  'POST /api/account/refresh_token': {
    access: 'public',
    tag: 'Account',
    ownCredential: true,
    summary: 'Exchange the refresh credential for a new pair',
    body: account.RefreshBody,
    response: account.SignedIn,
    errors: ['refresh_expired', 'session_ended', 'user_disabled'],
  },
  'POST /api/account/reset': {
    access: 'public',
    tag: 'Account',
    ownCredential: true,
    summary: 'Ask for a link that resets the password, or use one',
    pow: true,
    body: account.ResetBody,
    response: Empty,
    errors: ['pow_required', 'pow_invalid', 'link_invalid', 'link_expired', 'weak_password'],
  },
  'POST /api/account/verify': {
    access: 'public',
    tag: 'Account',
    ownCredential: true,
    summary: 'Confirm an email address by its link',
    body: account.VerifyBody,
    response: account.VerifyAnswer,
    errors: ['link_invalid', 'link_expired', 'email_taken'],
  },
  'POST /api/account/resend_verification': {
    access: 'user',
    tag: 'Account',
    summary: 'Send the link that confirms the email once more',
    pow: true,
    response: Empty,
    errors: ['pow_required', 'pow_invalid', 'already_done'],
  },
  'POST /api/account/invite_code': {
    access: 'public',
    tag: 'Account',
    summary: 'See what an invitation code gives; signed in: take it',
    body: account.InviteCodeBody,
    response: account.InviteCodeAnswer,
    errors: ['invite_invalid', 'already_done'],
  },
  'POST /api/account/logout': {
    access: 'user',
    tag: 'Account',
    summary: 'End this session',
    body: account.LogoutBody,
    response: Empty,
  },
  'POST /api/account/logout_device': {
    access: 'user',
    tag: 'Account',
    summary: 'End another session of yours',
    body: account.LogoutDeviceBody,
    response: account.Sessions,
  },
  'POST /api/account/logout_others': {
    access: 'user',
    tag: 'Account',
    summary: 'End all sessions of yours but this one',
    response: account.Sessions,
  },
  'GET /api/account/details': {
    access: 'user',
    tag: 'Account',
    summary: 'The signed-in user',
    response: account.UserAnswer,
  },
  'GET /api/account/sessions': {
    access: 'user',
    tag: 'Account',
    summary: 'Your sessions that are open',
    response: account.Sessions,
  },
  'GET /api/account/profile/:username': {
    access: 'public',
    tag: 'Account',
    summary: 'A public profile, by its slug',
    params: account.ProfileParams,
    response: account.Profile,
  },
  'GET /api/account/old_notes': {
    access: 'user',
    tag: 'Account',
    summary: 'Your notes on lessons that are gone or were rewritten',
    query: account.CursorQuery,
    response: account.OldNotes,
  },
  'GET /api/account/ip': {
    access: 'public',
    tag: 'Account',
    summary: 'The address that you come from',
    response: z.object({ ip: z.string() }),
  },
  'POST /api/account/user': {
    access: 'user',
    tag: 'Account',
    summary: 'Change username, email or password',
    pow: true,
    body: account.UserBody,
    response: account.UserAnswer,
    errors: [
      'pow_required',
      'pow_invalid',
      'username_taken',
      'weak_password',
      'wrong_password',
      'reauthentication_required',
    ],
  },
  'POST /api/account/settings': {
    access: 'user',
    tag: 'Account',
    summary: 'Change the account settings',
    body: account.SettingsBody,
    response: account.UserAnswer,
  },
  'POST /api/account/user_settings': {
    access: 'user',
    tag: 'Account',
    summary: 'Change the public profile',
    body: account.UserSettingsBody,
    response: account.UserAnswer,
    errors: ['slug_taken'],
  },
  'GET /api/account/security': {
    access: 'user',
    tag: 'Account',
    summary: 'How your account can be signed in to',
    response: account.Security,
  },
  'POST /api/account/totp/setup': {
    access: 'user',
    tag: 'Account',
    summary: 'Begin to set up an authenticator app',
    body: account.ConfirmedBody,
    response: account.TotpSetup,
    errors: ['wrong_password', 'reauthentication_required', 'already_done'],
  },
  'POST /api/account/totp/enable': {
    access: 'user',
    tag: 'Account',
    summary: 'Switch two-factor on, with a first code',
    body: account.TotpEnableBody,
    response: account.RecoveryCodes,
    errors: ['second_factor_wrong', 'already_done'],
  },
  'POST /api/account/totp/disable': {
    access: 'user',
    tag: 'Account',
    summary: 'Switch two-factor off',
    body: account.ConfirmedBody,
    response: account.Security,
    errors: ['wrong_password', 'reauthentication_required'],
  },
  'POST /api/account/recovery_codes': {
    access: 'user',
    tag: 'Account',
    summary: 'Make new recovery codes; the old ones end',
    body: account.ConfirmedBody,
    response: account.RecoveryCodes,
    errors: ['wrong_password', 'reauthentication_required', 'already_done'],
  },
  'POST /api/account/passkey/options': {
    access: 'user',
    tag: 'Account',
    summary: 'Begin to add a passkey',
    body: account.ConfirmedBody,
    response: account.PasskeyOptions,
    errors: ['wrong_password', 'reauthentication_required', 'already_done'],
  },
  'POST /api/account/passkey/add': {
    access: 'user',
    tag: 'Account',
    summary: 'Add a passkey',
    body: account.PasskeyAddBody,
    response: account.Security,
    errors: ['passkey_invalid', 'already_done'],
  },
  'POST /api/account/passkey/remove': {
    access: 'user',
    tag: 'Account',
    summary: 'Remove a passkey',
    body: account.PasskeyRemoveBody,
    response: account.Security,
    errors: ['wrong_password', 'reauthentication_required', 'not_found', 'forbidden'],
  },
  'POST /api/account/passkey/login_options': {
    access: 'public',
    tag: 'Account',
    ownCredential: true,
    summary: 'Begin to sign in with a passkey',
    response: account.PasskeyOptions,
  },
  'POST /api/account/passkey/login': {
    access: 'public',
    tag: 'Account',
    ownCredential: true,
    summary: 'Open a session with a passkey',
    body: account.PasskeyLoginBody,
    response: account.SignedIn,
    errors: ['passkey_invalid', 'user_disabled'],
  },
  'POST /api/account/provider/start': {
    access: 'public',
    tag: 'Account',
    ownCredential: true,
    summary: 'Begin to sign in through the provider',
    body: account.ProviderStartBody,
    response: account.ProviderUrl,
    errors: ['provider_failed'],
  },
  'POST /api/account/provider/finish': {
    access: 'public',
    tag: 'Account',
    ownCredential: true,
    summary: 'Open the session that the provider has vouched for',
    response: account.SignedIn,
    errors: ['provider_failed', 'user_disabled', 'forbidden'],
  },
  'POST /api/account/provider/link': {
    access: 'user',
    tag: 'Account',
    summary: 'Begin to connect the provider to your account',
    body: account.ConfirmedBody,
    response: account.ProviderUrl,
    errors: ['wrong_password', 'reauthentication_required', 'provider_failed'],
  },
  'POST /api/account/provider/unlink': {
    access: 'user',
    tag: 'Account',
    summary: 'Disconnect the provider',
    body: account.ConfirmedBody,
    response: account.Security,
    errors: ['wrong_password', 'reauthentication_required', 'forbidden'],
  },
  'GET /api/account/export': {
    access: 'user',
    tag: 'Account',
    summary: 'Everything that is stored about you',
    response: z.record(z.string(), z.unknown()),
  },
  'POST /api/account/delete': {
    access: 'user',
    tag: 'Account',
    summary: 'Delete your account, after two weeks in which you can come back',
    body: account.ConfirmedBody,
    response: Empty,
    errors: ['wrong_password', 'reauthentication_required', 'forbidden'],
  },
  'POST /api/account/keep': {
    access: 'user',
    tag: 'Account',
    summary: 'Take the deletion back',
    response: account.UserAnswer,
  },
  'GET /api/account/leaderboard': {
    access: 'public',
    tag: 'Account',
    summary: 'Learners by points; ties go to the earlier',
    query: account.LeaderboardQuery,
    response: account.Leaderboard,
  },

  'GET /api/avatars': {
    access: 'user',
    tag: 'Avatars',
    summary: 'Pictures to choose from',
    response: avatars.Avatars,
  },
  'POST /api/avatars/set/:id': {
    access: 'user',
    tag: 'Avatars',
    summary: 'Choose a picture; `default` is the one drawn from your name',
    params: avatars.AvatarParams,
    response: account.UserAnswer,
  },
  'POST /api/avatars/upload': {
    access: 'user',
    tag: 'Avatars',
    summary: 'Upload a picture of your own',
    body: avatars.AvatarUploadBody,
    bodyLimit: 6_100_000,
    response: account.UserAnswer,
    errors: ['image_invalid'],
  },

  'GET /api/trainings': {
    access: 'public',
    tag: 'Trainings',
    summary: 'Every training that is shown',
    response: z.object({ trainings: z.array(trainings.TrainingCard) }),
  },
  'GET /api/training/:slug': {
    access: 'public',
    tag: 'Trainings',
    summary: 'A training with its chapters',
    params: bySlug,
    response: trainings.Training,
  },
  'GET /api/training/:slug/chapters': {
    access: 'public',
    tag: 'Trainings',
    summary: 'The chapters of a training',
    params: bySlug,
    response: z.object({ chapters: z.array(trainings.Chapter) }),
  },
  'GET /api/subchapter/:slug': {
    access: 'public',
    tag: 'Trainings',
    summary: 'A lesson with its modules',
    params: bySlug,
    response: trainings.Subchapter,
  },
  'POST /api/subchapter/:slug/quiz/:id': {
    access: 'public',
    tag: 'Trainings',
    summary: 'Check an answer to a quiz',
    params: z.object({ slug: Slug, id: z.string().max(80) }),
    body: trainings.QuizAnswerBody,
    response: trainings.QuizVerdict,
    errors: ['tier_required'],
  },

  'GET /api/subchapter/:slug/notes': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Your notes on a lesson',
    params: bySlug,
    response: notes.Notes,
    errors: ['tier_required'],
  },
  'POST /api/subchapter/:slug/notes': {
    access: 'user',
    tag: 'Trainings',
    summary: 'Write notes on a lesson; empty puts the reminder off',
    params: bySlug,
    body: notes.NotesBody,
    response: notes.Notes,
    errors: ['tier_required'],
  },

  'GET /api/progress': {
    access: 'user',
    tag: 'Progress',
    summary: 'Progress in every training, and where to go on',
    response: progress.Progress,
  },
  'GET /api/progress/:training': {
    access: 'user',
    tag: 'Progress',
    summary: 'Progress in one training',
    params: byTraining,
    response: progress.TrainingProgress,
  },
  'POST /api/progress/:training': {
    access: 'user',
    tag: 'Progress',
    summary: 'Set or clear the completion of a subchapter',
    params: byTraining,
    body: progress.CompletionBody,
    response: progress.TrainingProgress,
    errors: ['tier_required'],
  },
  'GET /api/progress/:training/flags': {
    access: 'user',
    tag: 'Progress',
    summary: 'The flags of a training, and which you have',
    params: byTraining,
    response: progress.TrainingFlags,
  },
  'POST /api/progress/:training/flags': {
    access: 'user',
    tag: 'Progress',
    summary: 'Submit a flag found in a lesson',
    params: byTraining,
    body: progress.LessonFlagBody,
    response: progress.FlagVerdict,
    errors: ['tier_required'],
  },

  'GET /api/lab/': {
    access: 'public',
    tag: 'Labs',
    summary: 'Every lab that is shown',
    response: labs.LabList,
  },
  'GET /api/lab/:slug': {
    access: 'public',
    tag: 'Labs',
    summary: 'A lab',
    params: bySlug,
    response: labs.Lab,
  },
  'GET /api/lab/flags/:slug': {
    access: 'public',
    tag: 'Labs',
    summary: 'The flags of a lab',
    params: bySlug,
    response: labs.LabFlags,
  },
  'POST /api/lab/flags/:slug': {
    access: 'user',
    tag: 'Labs',
    summary: 'Submit a flag found in a lab',
    params: bySlug,
    body: labs.LabFlagBody,
    response: progress.FlagVerdict,
  },
  'GET /api/lab/flags_solved': {
    access: 'user',
    tag: 'Labs',
    summary: 'The lab flags that you have',
    response: labs.LabFlagsSolved,
  },
  'GET /api/lab/:slug/instance': {
    access: 'user',
    tag: 'Labs',
    summary: 'Your instance of a lab',
    params: bySlug,
    response: labs.InstanceAnswer,
  },
  'POST /api/lab/:slug/start': {
    access: 'user',
    tag: 'Labs',
    summary: 'Start an instance, or return the one that runs',
    params: bySlug,
    response: labs.InstanceAnswer,
    errors: ['tier_required', 'instance_limit', 'isolation_unavailable', 'capacity_reached'],
  },
  'POST /api/lab/:slug/stop': {
    access: 'user',
    tag: 'Labs',
    summary: 'Stop your instance',
    params: bySlug,
    response: labs.InstanceAnswer,
  },
  'POST /api/lab/:slug/extend': {
    access: 'user',
    tag: 'Labs',
    summary: 'Give your instance more time',
    params: bySlug,
    response: labs.InstanceAnswer,
    errors: ['instance_not_running', 'extension_limit'],
  },
  'POST /api/lab/:slug/enter': {
    access: 'user',
    tag: 'Labs',
    summary: 'A single-use address that opens your instance',
    params: bySlug,
    response: labs.EnterAnswer,
    errors: ['instance_not_running'],
  },
  'GET /api/lab/:slug/writeup': {
    access: 'user',
    tag: 'Labs',
    summary: 'How it was done; for those who solved it',
    params: bySlug,
    response: labs.WriteUp,
    errors: ['forbidden'],
  },

  'GET /api/admin/outbox': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Mails that were not sent because no SMTP server is set',
    query: account.CursorQuery,
    response: admin.Outbox,
  },
} as const satisfies Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Endpoint>;

export type EndpointKey = keyof typeof endpoints;

type Part<E, K extends 'params' | 'query' | 'body'> = E extends Record<K, infer Z extends z.ZodType> ? Z : undefined;
type In<Z> = Z extends z.ZodType ? z.input<Z> : undefined;
type Out<Z> = Z extends z.ZodType ? z.output<Z> : undefined;

/** What the handler of an endpoint receives, after validation. */
export interface EndpointInput<K extends EndpointKey> {
  params: Out<Part<(typeof endpoints)[K], 'params'>>;
  query: Out<Part<(typeof endpoints)[K], 'query'>>;
  body: Out<Part<(typeof endpoints)[K], 'body'>>;
}

/** What a caller of an endpoint gives. */
export interface EndpointCall<K extends EndpointKey> {
  params: In<Part<(typeof endpoints)[K], 'params'>>;
  query: In<Part<(typeof endpoints)[K], 'query'>>;
  body: In<Part<(typeof endpoints)[K], 'body'>>;
}

/** The body of the 200 answer of an endpoint. */
export type EndpointAnswer<K extends EndpointKey> = z.infer<(typeof endpoints)[K]['response']>;
