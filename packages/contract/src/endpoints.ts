import { z } from 'zod';
import * as account from './account.ts';
import { Slug } from './common.ts';
import * as config from './config.ts';
import type { ErrorCode } from './errors.ts';
import { Hexmap } from './hexmap.ts';
import * as labs from './labs.ts';
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
  /** True where the call carries a proof of work in the header X-POW. */
  pow?: true;
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
    summary: 'Create an account',
    pow: true,
    body: account.SignupBody,
    response: account.SignedIn,
    errors: ['pow_required', 'pow_invalid', 'username_taken', 'weak_password', 'registration_closed'],
  },
  'POST /api/account/login': {
    access: 'public',
    tag: 'Account',
    summary: 'Open a session',
    body: account.LoginBody,
    response: account.SignedIn,
    errors: ['invalid_credentials', 'user_disabled'],
  },
  'POST /api/account/refresh_token': {
    access: 'public',
    tag: 'Account',
    summary: 'Exchange the refresh credential for a new pair',
    body: account.RefreshBody,
    response: account.SignedIn,
    errors: ['refresh_expired', 'session_ended', 'user_disabled'],
  },
  'POST /api/account/logout': {
    access: 'user',
    tag: 'Account',
    summary: 'End this session',
    body: account.LogoutBody,
    response: z.object({}),
  },
  'GET /api/account/details': {
    access: 'user',
    tag: 'Account',
    summary: 'The signed-in user',
    response: z.object({ user: account.User }),
  },
  'GET /api/account/leaderboard': {
    access: 'public',
    tag: 'Account',
    summary: 'Learners by points; ties go to the earlier',
    query: account.LeaderboardQuery,
    response: account.Leaderboard,
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
