import * as metrics from '../metrics.ts';
import { asTheContent, type EndpointTable } from './endpoint.ts';

const chart = { access: 'superuser', tag: 'Admin' } as const;
const aDayEach = 'At most 365 days.';

export const metricsEndpoints = {
  'GET /api/admin/metrics/sign-ups': {
    ...chart,
    summary: 'How many signed up on each day, and in the period before',
    query: metrics.MetricsQuery,
    response: metrics.SignUpMetrics,
    bounded: aDayEach,
  },
  'GET /api/admin/metrics/active': {
    ...chart,
    summary: 'How many learners were active on each day, and in the 7 and 30 days that end with it',
    query: metrics.MetricsQuery,
    response: metrics.ActiveMetrics,
    bounded: aDayEach,
  },
  'GET /api/admin/metrics/funnel': {
    ...chart,
    summary: 'How far those have come who signed up in the period',
    query: metrics.MetricsQuery,
    response: metrics.FunnelMetrics,
    bounded: 'Four steps.',
  },
  'GET /api/admin/metrics/labs': {
    ...chart,
    summary: 'How many labs were started and how many of their flags found on each day',
    query: metrics.MetricsQuery,
    response: metrics.LabMetrics,
    bounded: aDayEach,
  },
  'GET /api/admin/metrics/money': {
    ...chart,
    summary: 'Money and subscriptions of each day, in one currency',
    query: metrics.MoneyMetricsQuery,
    response: metrics.MoneyMetrics,
    bounded: aDayEach,
  },
  'GET /api/admin/metrics/drop-off': {
    ...chart,
    summary: 'How many began a training in the period, and how many finished each of its lessons',
    query: metrics.DropOffQuery,
    response: metrics.DropOffMetrics,
    bounded: asTheContent,
    errors: ['not_found'],
  },
  'GET /api/admin/metrics/times': {
    ...chart,
    summary: 'How long learners took for a training and each of its lessons',
    query: metrics.TrainingMetricsQuery,
    response: metrics.TimeMetrics,
    bounded: asTheContent,
    errors: ['not_found'],
  },
  'GET /api/admin/metrics/feedback': {
    ...chart,
    summary: 'What learners said of the lessons of a training, in figures',
    query: metrics.TrainingMetricsQuery,
    response: metrics.FeedbackMetrics,
    bounded: asTheContent,
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
