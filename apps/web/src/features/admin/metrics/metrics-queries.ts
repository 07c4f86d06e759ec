import type { MetricsRange } from '@hexpedition/contract';
import { endpointQuery } from '#lib/query.ts';

export const signUpsQuery = (days: MetricsRange) =>
  endpointQuery('GET /api/admin/metrics/sign-ups', { query: { days } });
export const activeQuery = (days: MetricsRange) => endpointQuery('GET /api/admin/metrics/active', { query: { days } });
export const funnelQuery = (days: MetricsRange) => endpointQuery('GET /api/admin/metrics/funnel', { query: { days } });
export const labUseQuery = (days: MetricsRange) => endpointQuery('GET /api/admin/metrics/labs', { query: { days } });

/** @param currency undefined selects the currency with the highest revenue */
export const moneyQuery = (days: MetricsRange, currency: string | undefined) =>
  endpointQuery('GET /api/admin/metrics/money', { query: currency ? { days, currency } : { days } });

export const dropOffQuery = (training: string, days: MetricsRange) =>
  endpointQuery('GET /api/admin/metrics/drop-off', { query: { training, days } });
export const timesQuery = (training: string) => endpointQuery('GET /api/admin/metrics/times', { query: { training } });
export const feedbackFiguresQuery = (training: string) =>
  endpointQuery('GET /api/admin/metrics/feedback', { query: { training } });
