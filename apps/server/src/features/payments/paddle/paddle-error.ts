import { ApiError } from '@paddle/paddle-node-sdk';
import { AppError } from '#platform/errors';

/** A failed call to Paddle. It is the `cause` of the AppError that the learner sees. */
export class PaddleFailure {
  /** Paddle's error code, or our own if Paddle did not answer. */
  readonly code: string;
  /** Whether Paddle may have executed the call nevertheless. */
  readonly isUncertain: boolean;
  /** Whether a retry can succeed. */
  readonly isTransient: boolean;
  /** Seconds of Paddle's `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(code: string, { isUncertain, isTransient, retryAfter = null }: Kind) {
    this.code = code;
    this.isUncertain = isUncertain;
    this.isTransient = isTransient;
    this.retryAfter = retryAfter;
  }
}

interface Kind {
  isUncertain: boolean;
  isTransient: boolean;
  retryAfter?: number | null;
}

/** Returns whether a call failed with one of these Paddle error codes. */
export const hasFailedWith = (error: unknown, ...codes: string[]): boolean => {
  const failure = causeOf(error);
  return failure !== undefined && codes.includes(failure.code);
};

/** Returns whether Paddle may have executed a change although no answer arrived. */
export const isUncertain = (error: unknown): boolean => causeOf(error)?.isUncertain === true;

const causeOf = (error: unknown): PaddleFailure | undefined =>
  error instanceof AppError && error.cause instanceof PaddleFailure ? error.cause : undefined;

/** The time limit of a call to Paddle has passed. */
export class CallTimeout extends Error {}

/** Error codes of requests that never reached Paddle. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

export function failureOf(error: unknown): PaddleFailure {
  if (error instanceof ApiError) {
    const { code, type, retryAfter } = error;
    const isServerError = type === 'api_error';
    return new PaddleFailure(code, {
      isUncertain: isServerError,
      isTransient: isServerError || code === 'too_many_requests',
      retryAfter,
    });
  }
  if (error instanceof CallTimeout) return new PaddleFailure('timeout', { isUncertain: true, isTransient: true });
  // Do not use the message of other errors: it may quote the answer.
  const { name, cause } = error as Error;
  const code = (cause as { code?: string } | undefined)?.code ?? name;
  return new PaddleFailure(code, { isUncertain: !neverSent.has(code), isTransient: true });
}

const conflict = (message: string) => () => new AppError('conflict', message);
const alreadyDone = (message: string) => () => new AppError('already_done', message);

/** Errors that a learner can cause and solve, by Paddle's error code. */
const rejections: Readonly<Record<string, () => AppError>> = {
  not_found: () => new AppError('not_found', 'Paddle cannot find this. It may have been deleted.'),
  subscription_payment_declined: () =>
    new AppError(
      'payment_declined',
      'Your card was declined, and nothing has changed. Add another card, then try again.',
    ),
  subscription_locked_pending_changes: conflict(
    'Your subscription is scheduled to end or pause. Resume it first, then try again.',
  ),
  subscription_locked_renewal: conflict('Your subscription renews within 30 minutes. Try again after the renewal.'),
  subscription_locked_processing: conflict('Paddle is processing your subscription. Try again in 30 minutes.'),
  subscription_update_when_past_due: conflict('Your last payment failed. Add another card first, then try again.'),
  subscription_update_error_when_paused: conflict('Your subscription is paused. Resume it first, then try again.'),
  subscription_update_when_canceled: conflict('Your subscription has ended. Choose a plan to start a new one.'),
  subscription_trialing_items_update_invalid_options: conflict(
    'Paddle does not change the plan of a trial. Change it after the trial, or cancel it and choose another plan.',
  ),
  subscription_continuing_existing_billing_period_not_allowed: conflict(
    'The paid period has ended, and you were not charged. Reload this page to see what resuming costs now.',
  ),
  subscription_continuing_existing_billing_period_not_allowed_no_billing_period: conflict(
    'The paid period has ended, and you were not charged. Reload this page to see what resuming costs now.',
  ),
  subscription_is_canceled_action_invalid: alreadyDone('Your subscription has already ended.'),
  subscription_must_be_paused: alreadyDone('Your subscription is not paused.'),
};

/**
 * Returns the error for the learner, with the failure as its cause.
 * @param id request id, which the operator can find in the log
 */
export function toAppError(failure: PaddleFailure, kind: 'read' | 'change', id: string): AppError {
  const rejection = rejections[failure.code];
  return Object.assign(rejection ? rejection() : unavailable(failure, kind, id), { cause: failure });
}

function unavailable(failure: PaddleFailure, kind: 'read' | 'change', id: string): AppError {
  if (kind === 'change' && failure.isUncertain) {
    const message = 'Paddle did not answer in time. The change may have been made. Check this page again in a minute.';
    return new AppError('payments_unavailable', message);
  }
  const message = failure.isTransient
    ? 'Paddle is not answering, and nothing has changed. Try again in a minute.'
    : `Paddle rejected the request, and nothing has changed. Send this request id to the operator: ${id}`;
  return new AppError('payments_unavailable', message);
}
