import { z } from 'zod';
import { Slug } from '../common.ts';
import type { ErrorCode } from '../errors.ts';

/**
 * Access level: everyone (a valid credential is used, an invalid one is rejected), a logged-in user, or a superuser.
 */
export type Access = 'public' | 'user' | 'superuser';

export interface Shared {
  /**
   * `everyone`, or only all `visitors`, who send no credential. A handler can also name the answer that a logged-in caller
   * shares with others (`shareAs`).
   */
  by: 'everyone' | 'visitors';
  /** True if the answer shows learners' activity. The server then makes a new one every few seconds. */
  showsActivity?: true;
  /** Query parameters that select one of a few answers. Answers to requests with other ones are not stored. */
  query?: readonly string[];
}

export interface Endpoint {
  access: Access;
  tag: string;
  /** One-line description of the call; for a GET, a noun phrase for its answer. */
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Body of the 200 answer. */
  response: z.ZodType;
  /**
   * Why the lists of a GET are bounded. Unbounded lists are paged (`next_cursor`) instead. The server's tests fail for
   * endpoints with neither.
   */
  bounded?: string;
  /** Callers who get the same answer, which the server then stores as bytes. Omitted if each caller may get another one. */
  shared?: Shared;
  /** Content type of the 200 answer if it is not JSON. */
  contentType?: 'text/markdown' | 'text/csv' | 'application/zip' | 'application/octet-stream';
  /**
   * Errors that the handler throws in addition to the common ones below. The server's tests fail if a handler throws
   * another error.
   */
  errors?: readonly ErrorCode[];
  /** True if the call has its own credential (a password, a link). An invalid access credential is then ignored. */
  ownCredential?: true;
  /**
   * Whether the call needs a proof of work in the header X-POW. `true`: it is verified and consumed before the handler
   * runs. `sometimes`: the handler decides.
   */
  pow?: true | 'sometimes';
  /** Maximum bytes of the body, if it differs from the default of 256 KiB. */
  bodyLimit?: number;
  /** True if the body is `application/octet-stream` instead of JSON. */
  bytes?: true;
}

/** Endpoints as `METHOD path`. */
export type EndpointTable = Record<`GET /${string}`, Endpoint> &
  // Endpoints that change something also describe their answer.
  Record<`${'POST' | 'PUT' | 'DELETE'} /${string}`, Endpoint & { answer: string }>;

/** Errors that the server answers for any handler. Endpoints do not list them. */
const commonErrors = {
  always: ['internal', 'unavailable', 'storage_full', 'misdirected'],
  /** Endpoints with parameters or a query, which are validated. */
  input: ['invalid_request'],
  /** Every method except GET. The server reads the body even if the endpoint has no schema for it. */
  body: ['invalid_request', 'too_large', 'unsupported_media_type'],
  /** An access credential must be valid, even for public endpoints. */
  credential: ['token_invalid', 'token_expired', 'session_ended', 'user_disabled', 'view_only'],
  user: ['token_missing'],
  superuser: ['token_missing', 'forbidden'],
  pow: ['pow_required', 'pow_invalid'],
} as const satisfies Record<string, readonly ErrorCode[]>;

/** Returns the common errors of an endpoint, which follow from its access, input and proof of work. */
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

/** For lists whose length depends only on the operator's content, not on learners. */
export const boundedByContent = 'Bounded by the published content.';

export const SlugParams = z.object({ slug: Slug });
export const TrainingParams = z.object({ training: Slug });
