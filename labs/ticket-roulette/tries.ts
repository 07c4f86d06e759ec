import type { IncomingMessage } from 'node:http';

/** Wrong PINs that are allowed within ten minutes. */
const ALLOWED = 5;
const PERIOD = 600_000;
/** Maximum entries, which limits the memory; the oldest is removed first. */
const MOST_KEPT = 20_000;

/** Times of wrong PINs, by the key of the counter. */
const wrong = new Map<string, number[]>();

/**
 * Returns the key under which a try is counted; the error page shows it.
 * @param _ticket number of the ticket that is tried
 */
export function countedFor(_ticket: number, request: IncomingMessage): string {
  const address = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')[0]
    ?.trim()
    .slice(0, 45);
  return address || 'a visitor without an address';
}

/** Returns seconds until the next try is allowed; 0 for now. */
export function secondsToWait(ticket: number, request: IncomingMessage): number {
  const times = recent(countedFor(ticket, request));
  const oldest = times.at(-ALLOWED);
  return oldest === undefined ? 0 : Math.ceil((oldest + PERIOD - Date.now()) / 1000);
}

/** Called after each wrong PIN. */
export function noteWrong(ticket: number, request: IncomingMessage): void {
  const name = countedFor(ticket, request);
  const times = recent(name);
  wrong.delete(name);
  wrong.set(name, [...times, Date.now()]);
  const [first] = wrong.keys();
  if (wrong.size > MOST_KEPT && first !== undefined) wrong.delete(first);
}

const recent = (name: string): number[] => (wrong.get(name) ?? []).filter((time) => time > Date.now() - PERIOD);
