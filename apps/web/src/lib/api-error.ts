import type { ErrorBody, ErrorCode } from '@hexpedition/contract';

/** `network`: no answer at all. `cancelled`: never sent, see `reason`. */
export type ClientErrorCode = ErrorCode | 'network' | 'cancelled';

const unknownError = 'Unkown error';

/** Everything that a call of the API can fail with. `msg` is a sentence that may be shown as it is. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ClientErrorCode;
  /** 0 when there was no answer. */
  readonly status: number;
  readonly msg: string;
  readonly detail: string | undefined;
  readonly fields: Record<string, string>;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, body: Partial<Omit<ErrorBody, 'code'>> & { code?: ClientErrorCode; error?: string }) {
    // Proxies in between answer with `error`. The last words are the specification's, letter by letter.
    super(body.msg ?? body.error ?? unknownError);
    this.status = status;
    this.code = body.code ?? (status === 404 ? 'not_found' : 'internal');
    this.msg = this.message;
    this.detail = body.detail;
    this.fields = body.fields ?? {};
    this.retryAfter = body.retry_after;
    this.requestId = body.request_id;
  }
}

export const isApiError = (error: unknown, code?: ClientErrorCode): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code);

/** What to tell the user about any error at all. */
export function messageOf(error: unknown): string {
  // It was never sent, because there was no credential: the page is about to notice that nobody is signed in any more.
  if (isApiError(error, 'cancelled')) return 'You are logged out. Log in to go on.';
  if (isApiError(error) && error.msg !== unknownError) return error.msg;
  return 'Something broke on our side. Try again in a moment.';
}

export const networkError = () =>
  new ApiError(0, { code: 'network', msg: 'The server could not be reached. Check your connection and try again.' });

/** Logs the status and message of a refused call to the console. A call that was never sent is not worth a line. */
export function logApiError(error: unknown, suppressed: readonly number[] = []) {
  if (!isApiError(error) || error.code === 'cancelled' || suppressed.includes(error.status)) return;
  console.error(`API error ${error.status}: ${error.msg}`);
}
