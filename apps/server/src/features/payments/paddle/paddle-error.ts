import { ApiError } from '@paddle/paddle-node-sdk';
import { AppError } from '#platform/errors';

/** What has become of a call to Paddle that did not succeed: the cause of the AppError that a learner reads. */
export class Failure {
  /** Paddle's word for it, or ours where Paddle did not answer. */
  readonly code: string;
  /** Whether Paddle may have done what was asked all the same. */
  readonly isUncertain: boolean;
  /** Whether the same call can succeed in a moment. */
  readonly isPassing: boolean;
  /** Seconds that Paddle asks to wait. */
  readonly retryAfter: number | null;

  constructor(code: string, { isUncertain, isPassing, retryAfter = null }: Kind) {
    this.code = code;
    this.isUncertain = isUncertain;
    this.isPassing = isPassing;
    this.retryAfter = retryAfter;
  }
}

interface Kind {
  isUncertain: boolean;
  isPassing: boolean;
  retryAfter?: number | null;
}

/** Whether a call has failed with one of these words of Paddle's: then there may be another way. */
export const hasFailedWith = (error: unknown, ...codes: string[]): boolean => {
  const failure = causeOf(error);
  return failure !== undefined && codes.includes(failure.code);
};

/** Whether a change was asked for that may have been done, although no answer came. */
export const isUncertain = (error: unknown): boolean => causeOf(error)?.isUncertain === true;

const causeOf = (error: unknown): Failure | undefined =>
  error instanceof AppError && error.cause instanceof Failure ? error.cause : undefined;

/** Paddle took longer than a call may take. */
export class TooLate extends Error {}

/** Reasons for which a request never left this machine. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) {
    const { code, type, retryAfter } = error;
    const isTheirs = type === 'api_error';
    return new Failure(code, {
      isUncertain: isTheirs,
      isPassing: isTheirs || code === 'too_many_requests',
      retryAfter,
    });
  }
  if (error instanceof TooLate) return new Failure('timeout', { isUncertain: true, isPassing: true });
  // Not the message of what else can happen: it may quote the answer.
  const { name, cause } = error as Error;
  const code = (cause as { code?: string } | undefined)?.code ?? name;
  return new Failure(code, { isUncertain: !neverSent.has(code), isPassing: true });
}

const conflict = (message: string) => () => new AppError('conflict', message);
const alreadyDone = (message: string) => () => new AppError('already_done', message);

/** What Paddle refuses although the call is right: the learner can do something about it. */
const refusals: Readonly<Record<string, () => AppError>> = {
  not_found: () => new AppError('not_found', 'Paddle does not know this any more.'),
  subscription_payment_declined: () =>
    new AppError(
      'payment_declined',
      'The card was declined, and nothing has changed. Give another card, then try again.',
    ),
  subscription_locked_pending_changes: conflict(
    'The subscription is going to end or pause. Take that back first, then try again.',
  ),
  subscription_locked_renewal: conflict('The subscription renews within half an hour. Try again after that.'),
  subscription_locked_processing: conflict('Paddle is at work on the subscription. Try again in half an hour.'),
  subscription_update_when_past_due: conflict('The last payment has failed. Give another card first, then try again.'),
  subscription_update_error_when_paused: conflict('The subscription is paused. Resume it first, then try again.'),
  subscription_update_when_canceled: conflict('The subscription has ended. Choose a plan to begin a new one.'),
  subscription_is_canceled_action_invalid: alreadyDone('The subscription has ended already.'),
  subscription_must_be_paused: alreadyDone('The subscription is not paused.'),
};

/**
 * What a learner hears of a failure, which is its cause.
 * @param asked whether the call was to change something
 * @param id of the request, for the operator to look for in the log
 */
export function explain(failure: Failure, asked: 'read' | 'change', id: string): AppError {
  const refusal = refusals[failure.code];
  return Object.assign(refusal ? refusal() : unavailable(failure, asked, id), { cause: failure });
}

function unavailable(failure: Failure, asked: 'read' | 'change', id: string): AppError {
  if (asked === 'change' && failure.isUncertain) {
    const message = 'Paddle did not answer in time. It may have been done; this page shows it in a minute.';
    return new AppError('payments_unavailable', message);
  }
  const message = failure.isPassing
    ? 'Paddle does not answer right now, and nothing has changed. Try again in a minute.'
    : `Paddle has refused this, and nothing has changed. Tell the operator this number: ${id}`;
  return new AppError('payments_unavailable', message);
}
