import type { z } from 'zod';
import { accountEndpoints } from './endpoints/account.ts';
import { adminEndpoints } from './endpoints/admin.ts';
import { announcementEndpoints } from './endpoints/announcements.ts';
import { authoringEndpoints } from './endpoints/authoring.ts';
import { configEndpoints } from './endpoints/config.ts';
import { drillEndpoints } from './endpoints/drills.ts';
import { commonErrorsOf, type Endpoint } from './endpoints/endpoint.ts';
import { importEndpoints } from './endpoints/imports.ts';
import { labEndpoints } from './endpoints/labs.ts';
import { letterEndpoints } from './endpoints/letters.ts';
import { metricsEndpoints } from './endpoints/metrics.ts';
import { noteEndpoints } from './endpoints/notes.ts';
import { paymentEndpoints } from './endpoints/payments.ts';
import { peopleEndpoints } from './endpoints/people.ts';
import { pollEndpoints } from './endpoints/polls.ts';
import { privacyEndpoints } from './endpoints/privacy.ts';
import { profileEndpoints } from './endpoints/profiles.ts';
import { progressEndpoints } from './endpoints/progress.ts';
import { searchEndpoints } from './endpoints/search.ts';
import { securityEndpoints } from './endpoints/security.ts';
import { trainingEndpoints } from './endpoints/trainings.ts';
import { videoEndpoints } from './endpoints/videos.ts';
import { voucherEndpoints } from './endpoints/vouchers.ts';
import type { ErrorCode } from './errors.ts';

/**
 * Every call of the API, as `METHOD path`: the one table that the server registers from, the documentation is
 * generated from, and the browser's client takes its types from (types only, so that Zod stays out of its first load).
 */
export const endpoints = {
  ...configEndpoints,
  ...accountEndpoints,
  ...securityEndpoints,
  ...profileEndpoints,
  ...trainingEndpoints,
  ...noteEndpoints,
  ...pollEndpoints,
  ...drillEndpoints,
  ...progressEndpoints,
  ...labEndpoints,
  ...searchEndpoints,
  ...videoEndpoints,
  ...paymentEndpoints,
  ...voucherEndpoints,
  ...authoringEndpoints,
  ...peopleEndpoints,
  ...importEndpoints,
  ...adminEndpoints,
  ...metricsEndpoints,
  ...announcementEndpoints,
  ...letterEndpoints,
  ...privacyEndpoints,
} as const;

export type EndpointKey = keyof typeof endpoints;

/** An endpoint as any other: what its own type leaves out is undefined. */
export const endpointOf = (key: EndpointKey): Endpoint & { answer?: string } => endpoints[key];

/** Every error that an endpoint answers with: the common ones and its own. */
export const errorsOf = (key: EndpointKey): ReadonlySet<ErrorCode> =>
  new Set([...commonErrorsOf(key, endpointOf(key)), ...(endpointOf(key).errors ?? [])]);

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
  body: (typeof endpoints)[K] extends { bytes: true } ? Blob : In<Part<(typeof endpoints)[K], 'body'>>;
}

/** The body of the 200 answer of an endpoint. */
export type EndpointAnswer<K extends EndpointKey> = (typeof endpoints)[K] extends {
  contentType: 'application/zip' | 'application/octet-stream';
}
  ? Blob
  : z.infer<(typeof endpoints)[K]['response']>;
