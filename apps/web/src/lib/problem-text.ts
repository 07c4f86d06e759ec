import { isApiError, messageOf } from './api-error.ts';
import { plural } from './format.ts';

/** `20 seconds`, `5 minutes`, `2 hours`: rounded up, so that nobody comes too early. */
export function waitText(seconds: number): string {
  if (seconds < 90) return plural(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds < 90 * 60) return plural(Math.ceil(seconds / 60), 'minute');
  return plural(Math.ceil(seconds / 3_600), 'hour');
}

/** What to say about an error beside the button that led to it: how long to wait, or what the server says. */
export function problemText(error: unknown): string {
  if (isApiError(error, 'too_many_requests') && error.retryAfter !== undefined) {
    return `You tried too often. Try again in ${waitText(error.retryAfter)}.`;
  }
  return messageOf(error);
}
