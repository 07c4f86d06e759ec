import type { EndpointCall, MetricsRange } from '@hexpedition/contract';
import { endpointQuery } from '#lib/query.ts';

export const configStateQuery = endpointQuery('GET /api/admin/privacy');

export const ratesQuery = (days: MetricsRange) => endpointQuery('GET /api/admin/privacy/rates', { query: { days } });

export const versionsQuery = (query: EndpointCall<'GET /api/admin/privacy/versions'>['query']) =>
  endpointQuery('GET /api/admin/privacy/versions', { query });

export const versionQuery = (number: number) =>
  endpointQuery('GET /api/admin/privacy/versions/:number', { params: { number } });

export const receiptsQuery = (query: EndpointCall<'GET /api/admin/privacy/records'>['query']) =>
  endpointQuery('GET /api/admin/privacy/records', { query });
