import * as metrics from '../metrics.ts';
import { boundedByContent, type EndpointTable } from './endpoint.ts';

const chart = { access: 'superuser', tag: 'Admin' } as const;
const oneRowPerDay = 'At most 365 days.';

export const metricsEndpoints = {
  'GET /api/admin/metrics/sign-ups': {
    ...chart,
    summary: 'Sign-ups per day, also for the previous period',
    query: metrics.MetricsQuery,
    response: metrics.SignUpMetrics,
    bounded: oneRowPerDay,
  },
  'GET /api/admin/metrics/active': {
    ...chart,
    summary: 'Active learners per day, and in the 7 and 30 days that end with it',
    query: metrics.MetricsQuery,
    response: metrics.ActiveMetrics,
    bounded: oneRowPerDay,
  },
  'GET /api/admin/metrics/funnel': {
    ...chart,
    summary: 'Steps that the accounts of the period have reached',
    query: metrics.MetricsQuery,
    response: metrics.FunnelMetrics,
    bounded: 'Four steps.',
  },
  'GET /api/admin/metrics/labs': {
    ...chart,
    summary: 'Started labs and found lab flags per day',
    query: metrics.MetricsQuery,
    response: metrics.LabMetrics,
    bounded: oneRowPerDay,
  },
  'GET /api/admin/metrics/money': {
    ...chart,
    summary: 'Payments and subscriptions per day in one currency',
    query: metrics.MoneyMetricsQuery,
    response: metrics.MoneyMetrics,
    bounded: oneRowPerDay,
  },
  'GET /api/admin/metrics/drop-off': {
    ...chart,
    summary: 'Learners who started a training in the period, and who finished each lesson',
    query: metrics.DropOffQuery,
    response: metrics.DropOffMetrics,
    bounded: boundedByContent,
    errors: ['not_found'],
  },
  'GET /api/admin/metrics/times': {
    ...chart,
    summary: 'Time that learners took for a training and each lesson',
    query: metrics.TrainingMetricsQuery,
    response: metrics.TimeMetrics,
    bounded: boundedByContent,
    errors: ['not_found'],
  },
  'GET /api/admin/metrics/feedback': {
    ...chart,
    summary: 'Feedback figures for the lessons of a training',
    query: metrics.TrainingMetricsQuery,
    response: metrics.FeedbackMetrics,
    bounded: boundedByContent,
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
