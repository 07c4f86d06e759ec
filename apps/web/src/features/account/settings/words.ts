import type { EndpointAnswer } from '@hexpedition/contract';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { day, plural, tierName } from '#lib/format.ts';

const minute = 60_000;
const hour = 60 * minute;
const dayMs = 24 * hour;

/** `just now`, `3 minutes ago`, `yesterday`, `12 days ago`; after a month the date. */
export function timeAgo(time: string, now: number): string {
  const passed = now - Date.parse(time);
  if (passed < minute) return 'just now';
  if (passed < hour) return `${plural(Math.floor(passed / minute), 'minute')} ago`;
  if (passed < dayMs) return `${plural(Math.floor(passed / hour), 'hour')} ago`;
  if (passed < 2 * dayMs) return 'yesterday';
  if (passed < 30 * dayMs) return `${Math.floor(passed / dayMs)} days ago`;
  return `on ${day(time)}`;
}

/** `20 seconds`, `5 minutes`, `2 hours`: rounded up, so that nobody comes too early. */
export function waitText(seconds: number): string {
  if (seconds < 90) return plural(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds < 90 * 60) return plural(Math.ceil(seconds / 60), 'minute');
  return plural(Math.ceil(seconds / 3_600), 'hour');
}

/** What to say about an error beside the button that led to it. */
export function problemText(error: unknown): string {
  if (isApiError(error, 'too_many_requests') && error.retryAfter !== undefined) {
    return `That was too often. Try again in ${waitText(error.retryAfter)}.`;
  }
  return messageOf(error);
}

type Grants = EndpointAnswer<'POST /api/account/invite_code'>['grants'];

/** What an invitation has just given: `Specialization for 30 days, until 3 Mar 2027, and beta access`. */
export function grantWords({ tier, days, beta_access }: Grants, now: number): string {
  const given: string[] = [];
  if (tier !== null && days !== null) {
    const until = day(new Date(now + days * dayMs).toISOString());
    given.push(`${tierName(tier)} for ${plural(days, 'day')}, until ${until}${beta_access ? ',' : ''}`);
  } else if (tier !== null) given.push(`${tierName(tier)} for good`);
  if (beta_access) given.push('beta access');
  return given.join(' and ');
}
