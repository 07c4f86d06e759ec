import { type ErrorBody, type ErrorCode, errorTable } from '@hexpedition/contract';

type Extra = Pick<ErrorBody, 'detail' | 'fields' | 'retry_after' | 'sides'>;

/** An error answer of the API. Code below a route throws it; `message` is shown to the user. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extra: Extra;

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.extra = extra;
  }

  get status(): number {
    return errorTable[this.code].status;
  }

  toBody(): ErrorBody {
    return { code: this.code, msg: this.message, ...this.extra };
  }
}

/** Error for an object that does not exist, is hidden, or belongs to another account. The answers do not differ. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `The ${what} could not be found.`);
}

export function invalid(fields: Record<string, string>): AppError {
  const [first] = Object.values(fields);
  return new AppError('invalid_request', first ?? 'The request is not valid.', { fields });
}

export function tooMany(seconds: number): AppError {
  const wait = Math.max(1, Math.ceil(seconds));
  return new AppError('too_many_requests', `Too many requests. Try again in ${wait} s.`, { retry_after: wait });
}
