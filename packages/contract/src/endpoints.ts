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
import { mailTemplateEndpoints } from './endpoints/mail-templates.ts';
import { metricsEndpoints } from './endpoints/metrics.ts';
import { noteEndpoints } from './endpoints/notes.ts';
import { paymentEndpoints } from './endpoints/payments.ts';
import { pollEndpoints } from './endpoints/polls.ts';
import { privacyEndpoints } from './endpoints/privacy.ts';
import { profileEndpoints } from './endpoints/profiles.ts';
import { progressEndpoints } from './endpoints/progress.ts';
import { searchEndpoints } from './endpoints/search.ts';
import { securityEndpoints } from './endpoints/security.ts';
import { setupEndpoints } from './endpoints/setup.ts';
import { trainingEndpoints } from './endpoints/trainings.ts';
import { usersAdminEndpoints } from './endpoints/users-admin.ts';
import { videoEndpoints } from './endpoints/videos.ts';
import { voucherEndpoints } from './endpoints/vouchers.ts';
import type { ErrorCode } from './errors.ts';

/**
 * Every endpoint of the API, as `METHOD path`. The server registers its routes from this table, the documentation is
 * generated from it, and the web client takes its types from it (types only, so that its first load has no Zod).
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
  ...usersAdminEndpoints,
  ...importEndpoints,
  ...adminEndpoints,
  ...metricsEndpoints,
  ...announcementEndpoints,
  ...mailTemplateEndpoints,
  ...privacyEndpoints,
  ...setupEndpoints,
} as const;

export type { Shared } from './endpoints/endpoint.ts';

export type EndpointKey = keyof typeof endpoints;

/** Returns an endpoint with the general type, in which missing fields are undefined. */
export const endpointOf = (key: EndpointKey): Endpoint & { answer?: string } => endpoints[key];

/** Returns every error of an endpoint: the common ones and its own. */
export const errorsOf = (key: EndpointKey): ReadonlySet<ErrorCode> =>
  new Set([...commonErrorsOf(key, endpointOf(key)), ...(endpointOf(key).errors ?? [])]);

type Part<E, K extends 'params' | 'query' | 'body'> = E extends Record<K, infer Z extends z.ZodType> ? Z : undefined;
type InputOf<Z> = Z extends z.ZodType ? z.input<Z> : undefined;
type OutputOf<Z> = Z extends z.ZodType ? z.output<Z> : undefined;

/** Validated input of an endpoint's handler. */
export interface EndpointInput<K extends EndpointKey> {
  params: OutputOf<Part<(typeof endpoints)[K], 'params'>>;
  query: OutputOf<Part<(typeof endpoints)[K], 'query'>>;
  body: OutputOf<Part<(typeof endpoints)[K], 'body'>>;
}

/** Input that a caller of an endpoint sends. */
export interface EndpointCall<K extends EndpointKey> {
  params: InputOf<Part<(typeof endpoints)[K], 'params'>>;
  query: InputOf<Part<(typeof endpoints)[K], 'query'>>;
  body: (typeof endpoints)[K] extends { bytes: true } ? Blob : InputOf<Part<(typeof endpoints)[K], 'body'>>;
}

/** Body of an endpoint's 200 answer. */
export type EndpointAnswer<K extends EndpointKey> = (typeof endpoints)[K] extends {
  contentType: 'application/zip' | 'application/octet-stream';
}
  ? Blob
  : z.infer<(typeof endpoints)[K]['response']>;
