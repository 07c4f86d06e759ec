import { z } from 'zod';
import { Empty } from '../common.ts';
import * as privacy from '../privacy.ts';
import type { EndpointTable } from './endpoint.ts';

const manager = { access: 'public', tag: 'Privacy', params: privacy.byPrivacyManager } as const;
const admin = { access: 'superuser', tag: 'Admin' } as const;
const asTheSite = 'As many services as the operator has named, 40 at most.';

/** The addresses below /v1 and what they take are Klaro's, so that its client works against this server as well. */
export const privacyEndpoints = {
  'GET /v1/privacy-managers/:id/config.json': {
    ...manager,
    summary: 'The configuration of the consent manager; with `testing`, the draft where there is one',
    query: privacy.ConfigQuery,
    response: privacy.ServedConsentConfig,
    bounded: asTheSite,
    errors: ['not_found'],
  },
  'GET /v1/privacy-managers/:id/configs.json': {
    ...manager,
    summary: 'All configurations of the consent manager; with `testing`, the draft among them',
    query: privacy.ConfigsQuery,
    response: z.array(privacy.ServedConsentConfig),
    errors: ['not_found'],
  },
  'POST /v1/privacy-managers/:id/submit': {
    ...manager,
    summary: 'Tell what a visitor has decided; the body is JSON, sent as text/plain',
    body: privacy.ConsentSubmission,
    bodyLimit: 16 * 1024,
    response: Empty,
    answer: 'It is kept',
    errors: ['not_found', 'forbidden', 'too_many_requests'],
  },
  'GET /api/config/privacy': {
    access: 'public',
    tag: 'Config',
    summary: 'What this site keeps in browsers, what it loads from others, and how long',
    response: privacy.PrivacyFacts,
    bounded: asTheSite,
  },
  'GET /api/admin/privacy': {
    ...admin,
    summary: 'The configuration of the consent manager and its draft',
    response: privacy.PrivacyConfigState,
    bounded: asTheSite,
  },
  'PUT /api/admin/privacy/draft': {
    ...admin,
    summary: 'Save the draft of the configuration',
    body: privacy.DraftChange,
    bodyLimit: 128 * 1024,
    response: privacy.PrivacyConfigState,
    answer: 'The configuration and its draft, after the change',
    errors: ['conflict'],
  },
  'DELETE /api/admin/privacy/draft': {
    ...admin,
    summary: 'Throw the draft away',
    query: privacy.DraftBaseQuery,
    response: privacy.PrivacyConfigState,
    answer: 'The configuration, without a draft',
    errors: ['not_found', 'conflict'],
  },
  'POST /api/admin/privacy/publish': {
    ...admin,
    summary: 'Publish the draft: visitors who have not decided about one of its services are asked again',
    body: privacy.DraftBase,
    response: privacy.PrivacyConfigState,
    answer: 'The configuration, which was the draft',
    errors: ['not_found', 'conflict', 'already_done'],
  },
  'GET /api/admin/privacy/versions': {
    ...admin,
    summary: 'Every configuration that was ever published, the newest first',
    query: privacy.VersionsQuery,
    response: privacy.PublishedVersions,
  },
  'GET /api/admin/privacy/versions/:number': {
    ...admin,
    summary: 'A configuration that was published once',
    params: privacy.byVersionNumber,
    response: privacy.ConfigVersionAnswer,
    errors: ['not_found'],
  },
  'GET /api/admin/privacy/rates': {
    ...admin,
    summary: 'How often visitors were asked, and what they said',
    query: privacy.RatesQuery,
    response: privacy.ConsentRates,
    bounded: 'A line for each day of the period, and one for each service.',
  },
  'GET /api/admin/privacy/records': {
    ...admin,
    summary: 'What visitors have decided, the newest first: a proof without addresses',
    query: privacy.RecordsQuery,
    response: privacy.ConsentReceipts,
  },
} as const satisfies EndpointTable;
