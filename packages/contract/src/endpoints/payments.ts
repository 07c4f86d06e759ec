import { CursorQuery } from '../account.ts';
import * as payments from '../payments.ts';
import type { EndpointTable } from './endpoint.ts';

/** Paddle is asked while the learner waits. */
const paddleErrors = ['not_found', 'payments_unavailable', 'too_many_requests'] as const;

export const paymentEndpoints = {
  'GET /api/config/paddle_subscription': {
    access: 'public',
    tag: 'Payments',
    summary: 'What can be bought, and the token for Paddle’s script',
    response: payments.PaddleSubscription,
    errors: ['not_found'],
  },
  'GET /api/account/paddle/subscription': {
    access: 'user',
    tag: 'Payments',
    summary: 'Your subscription, and why you have the tier that you have',
    response: payments.Subscribed,
    bounded: 'At most fifty reasons.',
  },
  'POST /api/account/paddle/customer': {
    access: 'user',
    tag: 'Payments',
    summary: 'Become a customer of Paddle, which a checkout needs; again, it brings address and mail up to date',
    answer: 'The ids at Paddle, and the user with them',
    body: payments.CustomerBody,
    response: payments.CustomerAnswer,
    errors: [...paddleErrors, 'email_taken'],
  },
  'POST /api/account/paddle/upgrade': {
    access: 'user',
    tag: 'Payments',
    summary: 'Change the plan or its cycle, or see what that would cost',
    answer: 'The preview, or the subscription after the change',
    body: payments.UpgradeBody,
    response: payments.UpgradeAnswer,
    errors: [...paddleErrors, 'conflict', 'already_done', 'payment_declined'],
  },
  'POST /api/account/paddle/cancel': {
    access: 'user',
    tag: 'Payments',
    summary: 'Let the subscription end with what is paid; one that is past due ends at once',
    answer: 'The subscription, with the day on which it ends',
    response: payments.SubscribedAnswer,
    errors: [...paddleErrors, 'conflict', 'already_done'],
  },
  'POST /api/account/paddle/resume': {
    access: 'user',
    tag: 'Payments',
    summary: 'Take the cancellation back, or end a pause, which is paid at once',
    answer: 'The subscription, which renews again',
    response: payments.SubscribedAnswer,
    errors: [...paddleErrors, 'conflict', 'already_done', 'payment_declined'],
  },
  'POST /api/account/paddle/portal': {
    access: 'user',
    tag: 'Payments',
    summary: 'Get a link to Paddle’s page for another card',
    answer: 'The address of that page, for a short while',
    response: payments.PaddleLink,
    errors: paddleErrors,
  },
  'GET /api/account/paddle/payments': {
    access: 'user',
    tag: 'Payments',
    summary: 'Your payments, the newest first',
    query: CursorQuery,
    response: payments.Payments,
  },
  'GET /api/account/paddle/payments/:payment/invoice': {
    access: 'user',
    tag: 'Payments',
    summary: 'Where the invoice of a payment lies as a PDF, for a short while',
    params: payments.byPayment,
    response: payments.PaddleLink,
    errors: paddleErrors,
  },
} as const satisfies EndpointTable;
