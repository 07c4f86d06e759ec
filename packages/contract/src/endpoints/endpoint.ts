import { z } from 'zod';
import { Slug } from '../common.ts';
import type { ErrorCode } from '../errors.ts';

/** Who may call: anybody (a good token is honoured, a bad one refused), a signed-in user, or a superuser. */
export type Access = 'public' | 'user' | 'superuser';

export interface Endpoint {
  access: Access;
  tag: string;
  /** What the call does; for a GET, what it answers. */
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body of the 200 answer. */
  response: z.ZodType;
  /**
   * Why the lists of a GET cannot grow without end. A list that could is paged (`next_cursor`) instead; the server's
   * tests fail where there is neither.
   */
  bounded?: string;
  /** What the 200 answer is sent as, where it is not JSON. */
  contentType?: 'text/markdown' | 'application/zip' | 'application/octet-stream';
  /**
   * The errors that its handler throws, besides the common ones below. The server's tests fail when a handler throws
   * any other.
   */
  errors?: readonly ErrorCode[];
  /** True where the call brings a credential of its own (a password, a link): a bad access credential is ignored. */
  ownCredential?: true;
  /**
   * Whether the call carries a proof of work in the header X-POW. `true`: it is checked and used up before the handler
   * runs. `sometimes`: the handler decides whether this try needs one.
   */
  pow?: true | 'sometimes';
  /** Bytes that its body may have, where the usual 256 KiB are too few, or far too many. */
  bodyLimit?: number;
  /** True where the body is bytes (`application/octet-stream`) and no JSON. */
  bytes?: true;
}

/** Endpoints as `METHOD path`. */
export type EndpointTable = Record<`GET /${string}`, Endpoint> &
  // An endpoint that changes something also says what comes back.
  Record<`${'POST' | 'PUT' | 'DELETE'} /${string}`, Endpoint & { answer: string }>;

/** Errors that the server answers for any handler. No endpoint lists them. */
const commonErrors = {
  always: ['internal', 'unavailable', 'storage_full', 'misdirected'],
  /** Parameters, a query or a body are checked against the schema. */
  input: ['invalid_request'],
  /** A body is read, whether the call has use for it or not. */
  body: ['invalid_request', 'too_large', 'unsupported_media_type'],
  /** An access credential that is sent has to be good, on public calls too. */
  credential: ['token_invalid', 'token_expired', 'session_ended', 'user_disabled', 'view_only'],
  user: ['token_missing'],
  superuser: ['token_missing', 'forbidden'],
  pow: ['pow_required', 'pow_invalid'],
} as const satisfies Record<string, readonly ErrorCode[]>;

/** The errors that an endpoint answers with by its access, its input and its proof of work. */
export function commonErrorsOf(key: string, endpoint: Endpoint): ErrorCode[] {
  const { access, params, query, ownCredential, pow } = endpoint;
  return [
    ...commonErrors.always,
    ...(params || query ? commonErrors.input : []),
    ...(key.startsWith('GET ') ? [] : commonErrors.body),
    ...(ownCredential ? [] : commonErrors.credential),
    ...(access === 'public' ? [] : commonErrors[access]),
    ...(pow ? commonErrors.pow : []),
  ];
}

/** For lists that the operator's content alone makes longer, whatever learners do. */
export const asTheContent = 'As long as the content that is published.';

export const bySlug = z.object({ slug: Slug });
export const byTraining = z.object({ training: Slug });
