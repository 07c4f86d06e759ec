import { z } from 'zod';
import { Empty } from '../common.ts';
import * as privacy from '../privacy.ts';
import type { EndpointTable } from './endpoint.ts';

const manager = { access: 'public', tag: 'Privacy', params: privacy.PrivacyManagerParams } as const;
const admin = { access: 'superuser', tag: 'Admin' } as const;
const boundedBySettings = 'The configured services, at most 40.';

/** The paths and formats below /v1 are Klaro's, so that its client works with this server too. */
export const privacyEndpoints = {
  'GET /v1/privacy-managers/:id/config.json': {
    ...manager,
    summary: 'The configuration of the consent manager; with `testing`, its draft if there is one',
    query: privacy.ConfigQuery,
    response: privacy.ServedConsentConfig,
    bounded: boundedBySettings,
    errors: ['not_found'],
  },
  'GET /v1/privacy-managers/:id/configs.json': {
    ...manager,
    summary: 'The configurations of the consent manager; with `testing`, including the draft',
    query: privacy.ConfigsQuery,
    response: z.array(privacy.ServedConsentConfig),
    bounded: 'At most two: the configuration and its draft.',
    errors: ['not_found'],
  },
  'POST /v1/privacy-managers/:id/submit': {
    ...manager,
    summary: 'Submit a visitor’s decision; the body is JSON, sent as text/plain',
    body: privacy.ConsentSubmission,
    bodyLimit: 16 * 1024,
    response: Empty,
    answer: 'Nothing: the decision is stored',
    errors: ['not_found', 'forbidden', 'too_many_requests'],
  },
  'GET /api/config/privacy': {
    access: 'public',
    tag: 'Config',
    summary: 'The items that this site stores in browsers, and the third parties that it contacts',
    response: privacy.PrivacyFacts,
    bounded: boundedBySettings,
  },
  'GET /api/admin/privacy': {
    ...admin,
    summary: 'The configuration of the consent manager and its draft',
    response: privacy.PrivacyConfigState,
    bounded: boundedBySettings,
  },
  'PUT /api/admin/privacy/draft': {
    ...admin,
    summary: 'Save the draft of the configuration',
    body: privacy.DraftChange,
    bodyLimit: 128 * 1024,
    response: privacy.PrivacyConfigState,
    answer: 'The configuration and its draft after the change',
    errors: ['conflict'],
  },
  'DELETE /api/admin/privacy/draft': {
    ...admin,
    summary: 'Discard the draft',
    query: privacy.DraftBaseQuery,
    response: privacy.PrivacyConfigState,
    answer: 'The configuration, without a draft',
    errors: ['not_found', 'conflict'],
  },
  'POST /api/admin/privacy/publish': {
    ...admin,
    summary: 'Publish the draft; visitors who have not decided about one of its services are asked again',
    body: privacy.DraftBase,
    response: privacy.PrivacyConfigState,
    answer: 'The new active configuration',
    errors: ['not_found', 'conflict', 'already_done'],
  },
  'GET /api/admin/privacy/versions': {
    ...admin,
    summary: 'The published configurations, newest first',
    query: privacy.VersionsQuery,
    response: privacy.PublishedVersions,
  },
  'GET /api/admin/privacy/versions/:number': {
    ...admin,
    summary: 'A published configuration',
    params: privacy.VersionNumberParams,
    response: privacy.ConfigVersionAnswer,
    errors: ['not_found'],
  },
  'GET /api/admin/privacy/rates': {
    ...admin,
    summary: 'How often visitors were asked, and what they decided',
    query: privacy.RatesQuery,
    response: privacy.ConsentRates,
    bounded: 'One row for each day of the period, and one for each service.',
  },
  'GET /api/admin/privacy/records': {
    ...admin,
    summary: 'The consent receipts without IP addresses, newest first',
    query: privacy.RecordsQuery,
    response: privacy.ConsentReceipts,
  },
} as const satisfies EndpointTable;
