import { CursorQuery } from '../account.ts';
import * as payments from '../payments.ts';
import type { EndpointTable } from './endpoint.ts';

/** Errors of endpoints that call Paddle. */
const paddleErrors = ['not_found', 'payments_unavailable', 'too_many_requests'] as const;

export const paymentEndpoints = {
  'GET /api/config/paddle_subscription': {
    access: 'public',
    tag: 'Payments',
    summary: 'The plans on sale, and the token for Paddle’s script',
    response: payments.PaddleSubscription,
    errors: ['not_found'],
  },
  'GET /api/account/paddle/subscription': {
    access: 'user',
    tag: 'Payments',
    summary: 'Your subscription, and the reasons for your tier',
    response: payments.SubscriptionOverview,
    bounded: 'At most fifty reasons.',
  },
  'POST /api/account/paddle/customer': {
    access: 'user',
    tag: 'Payments',
    summary: 'Create or update your customer at Paddle, which a checkout needs',
    answer: 'The ids at Paddle, and the user',
    body: payments.CustomerBody,
    response: payments.CustomerAnswer,
    errors: [...paddleErrors, 'email_taken'],
  },
  'POST /api/account/paddle/upgrade': {
    access: 'user',
    tag: 'Payments',
    summary: 'Change the plan or its cycle, or preview the cost',
    answer: 'The preview, or the subscription after the change',
    body: payments.UpgradeBody,
    response: payments.UpgradeAnswer,
    errors: [...paddleErrors, 'conflict', 'already_done', 'payment_declined'],
  },
  'POST /api/account/paddle/cancel': {
    access: 'user',
    tag: 'Payments',
    summary: 'Cancel the subscription at the end of the paid period, or at once if it is past due',
    answer: 'The subscription with its end',
    response: payments.SubscriptionAnswer,
    errors: [...paddleErrors, 'conflict', 'already_done'],
  },
  'POST /api/account/paddle/resume': {
    access: 'user',
    tag: 'Payments',
    summary: 'Resume a canceled or paused subscription; a paused one is charged as `resume_charge` says',
    answer: 'The subscription, which renews again',
    response: payments.SubscriptionAnswer,
    errors: [...paddleErrors, 'conflict', 'already_done', 'payment_declined'],
  },
  'POST /api/account/paddle/portal': {
    access: 'user',
    tag: 'Payments',
    summary: 'Create a link to Paddle’s page for changing the card',
    answer: 'The temporary URL',
    response: payments.PaddleLink,
    errors: paddleErrors,
  },
  'GET /api/account/paddle/payments': {
    access: 'user',
    tag: 'Payments',
    summary: 'Your payments, newest first',
    query: CursorQuery,
    response: payments.Payments,
  },
  'GET /api/account/paddle/payments/:payment/invoice': {
    access: 'user',
    tag: 'Payments',
    summary: 'A temporary URL of a payment’s invoice as PDF',
    params: payments.PaymentParams,
    response: payments.PaddleLink,
    errors: paddleErrors,
  },
} as const satisfies EndpointTable;
