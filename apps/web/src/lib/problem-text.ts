import { isApiError, messageOf } from './api-error.ts';
import { plural } from './format.ts';

/** Formats a wait as `20 seconds`, `5 minutes` or `2 hours`, rounded up. */
export function waitText(seconds: number): string {
  if (seconds < 90) return plural(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds < 90 * 60) return plural(Math.ceil(seconds / 60), 'minute');
  return plural(Math.ceil(seconds / 3_600), 'hour');
}

/** Returns the message for an error near a button: the wait for a rate limit, otherwise the server's message. */
export function problemText(error: unknown): string {
  if (isApiError(error, 'too_many_requests') && error.retryAfter !== undefined) {
    return `Too many attempts. Try again in ${waitText(error.retryAfter)}.`;
  }
  return messageOf(error);
}
