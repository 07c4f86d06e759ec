import type { FlagVerdict } from '@hexpedition/contract';
import { isApiError, messageOf } from '#lib/api-error.ts';

/** How a submission ended, as the box shows it. */
export type Outcome =
  | { kind: 'right'; points: number; name: string | null }
  | { kind: 'solved'; name: string | null }
  | { kind: 'wrong'; hint: string | null }
  /** `until`: milliseconds since 1970. */
  | { kind: 'wait'; until: number }
  | { kind: 'failed'; message: string };

export function outcomeOf(verdict: FlagVerdict): Outcome {
  const name = verdict.flag?.name ?? null;
  switch (verdict.result) {
    case 'right':
      return { kind: 'right', points: verdict.points, name };
    case 'solved':
      return { kind: 'solved', name };
    case 'wrong':
      return { kind: 'wrong', hint: verdict.hint };
  }
}

export function outcomeOfError(error: unknown, now = Date.now()): Outcome {
  if (isApiError(error, 'too_many_requests')) {
    return { kind: 'wait', until: now + (error.retryAfter ?? 30) * 1000 };
  }
  return { kind: 'failed', message: messageOf(error) };
}
