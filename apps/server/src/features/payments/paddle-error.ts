import type { ErrorCode } from '@hexpedition/contract';
import { ApiError } from '@paddle/paddle-node-sdk';
import { AppError } from '#platform/errors';

/** What has become of a call to Paddle that did not succeed. */
export interface Failure {
  /** Paddle's word for it, or ours where Paddle did not answer. */
  code: string;
  /** Whether Paddle may have done what was asked all the same. */
  isUncertain: boolean;
  /** Whether the same call can succeed in a moment. */
  isPassing: boolean;
  /** Seconds that Paddle asks to wait. */
  retryAfter: number | null;
}

/** An AppError for the learner that also holds what Paddle has said, for code that has another way out. */
export class PaddleError extends AppError {
  readonly failure: Failure;

  constructor(failure: Failure, code: ErrorCode, message: string) {
    super(code, message);
    this.failure = failure;
  }
}

/** Whether a call has failed with that word of Paddle's. */
export const hasFailedWith = (error: unknown, ...codes: string[]): error is PaddleError =>
  error instanceof PaddleError && codes.includes(error.failure.code);

/** Paddle took longer than a call may take. */
export class TooLate extends Error {}

/** Reasons for which a request never left this machine. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) {
    const { code, type, retryAfter } = error;
    const isTheirs = type === 'api_error';
    return { code, isUncertain: isTheirs, isPassing: isTheirs || code === 'too_many_requests', retryAfter };
  }
  if (error instanceof TooLate) return { code: 'timeout', isUncertain: true, isPassing: true, retryAfter: null };
  // Not the message of what else can happen: it may quote the answer.
  const { name, cause } = error as Error;
  const code = (cause as { code?: string } | undefined)?.code ?? name;
  return { code, isUncertain: !neverSent.has(code), isPassing: true, retryAfter: null };
}

const refusals: Readonly<Record<string, [code: ErrorCode, message: string]>> = {
  not_found: ['not_found', 'Paddle does not know this any more.'],
  subscription_payment_declined: [
    'payment_declined',
    'The card was declined, and nothing has changed. Give another card, then try again.',
  ],
  subscription_locked_pending_changes: [
    'conflict',
    'The subscription is going to end or pause. Take that back first, then try again.',
  ],
  subscription_locked_renewal: ['conflict', 'The subscription renews within half an hour. Try again after that.'],
  subscription_locked_processing: ['conflict', 'Paddle is at work on the subscription. Try again in half an hour.'],
  subscription_update_when_past_due: [
    'conflict',
    'The last payment has failed. Give another card first, then change the plan.',
  ],
  subscription_update_error_when_paused: ['conflict', 'The subscription is paused. Resume it first, then try again.'],
  subscription_update_when_canceled: ['conflict', 'The subscription has ended. Choose a plan to begin a new one.'],
  subscription_is_canceled_action_invalid: ['already_done', 'The subscription has ended already.'],
  subscription_must_be_paused: ['already_done', 'The subscription is not paused.'],
};

/**
 * What a learner hears of a failure.
 * @param asked whether the call was to change something
 * @param id of the request, for the operator to look for in the log
 */
export function explain(failure: Failure, asked: 'read' | 'change', id: string): PaddleError {
  const refusal = refusals[failure.code];
  if (refusal) return new PaddleError(failure, ...refusal);
  if (asked === 'change' && failure.isUncertain) {
    const message = 'Paddle did not answer in time. It may have been done; this page shows it in a minute.';
    return new PaddleError(failure, 'payments_unavailable', message);
  }
  const message = failure.isPassing
    ? 'Paddle does not answer right now, and nothing has changed. Try again in a minute.'
    : `Paddle has refused this, and nothing has changed. Tell the operator this number: ${id}`;
  return new PaddleError(failure, 'payments_unavailable', message);
}
