import type { ErrorBody, ErrorCode } from '@hexpedition/contract';

/** `network`: no response. `cancelled`: never sent, see `reason`. */
export type ClientErrorCode = ErrorCode | 'network' | 'cancelled';

const unknownError = 'Unkown error';

/** Any failure of an API call. `msg` can be shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ClientErrorCode;
  /** 0 if there was no response. */
  readonly status: number;
  readonly msg: string;
  readonly detail: string | undefined;
  readonly fields: Record<string, string>;
  /** In seconds. */
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, body: Partial<Omit<ErrorBody, 'code'>> & { code?: ClientErrorCode; error?: string }) {
    // Proxies may respond with `error`. The specification gives the fallback word for word.
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

/** Returns a message for the user for any error. */
export function messageOf(error: unknown): string {
  // The call was never sent because there is no token. The page will notice that the session has ended.
  if (isApiError(error, 'cancelled')) return 'You are logged out. Log in to continue.';
  if (isApiError(error) && error.msg !== unknownError) return error.msg;
  return 'Something went wrong on our side. Try again in a moment.';
}

export const networkError = () =>
  new ApiError(0, { code: 'network', msg: 'Could not reach the server. Check your connection and try again.' });

/** Logs status and message of a failed call to the console. Calls that were never sent are not logged. */
export function logApiError(error: unknown, suppressed: readonly number[] = []) {
  if (!isApiError(error) || error.code === 'cancelled' || suppressed.includes(error.status)) return;
  console.error(`API error ${error.status}: ${error.msg}`);
}
