import { z } from 'zod';
import { Slug } from '../common.ts';
import type { ErrorCode } from '../errors.ts';

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

/** Endpoints as `METHOD path`. */
export type EndpointTable = Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Endpoint>;

export const bySlug = z.object({ slug: Slug });
export const byTraining = z.object({ training: Slug });
