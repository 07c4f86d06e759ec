import { redirect } from '@tanstack/react-router';
import { type Reason, readSession } from './session.ts';
import { isAwake } from './start-up.ts';

/**
 * `beforeLoad` of a personal route; the route also says `ssr: false`, so this runs in the browser alone. A signed-out
 * visitor goes to the map, which shows the reason.
 */
export async function requireUser(reason: Reason = 'no_token') {
  const session = readSession();
  if (session) return { session };
  // While the page wakes up, its HTML is that of this route, which React could not fit to another one: load anew.
  if (!isAwake()) {
    location.replace(`/map?reason=${reason}`);
    await new Promise(() => undefined);
  }
  throw redirect({ to: '/map', search: { reason }, replace: true });
}

/** Where to go after signing in: a path of this site, or the start. `//host` and `/\host` lead elsewhere and don't pass. */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || next.length > 500) return undefined;
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) ? next : undefined;
}
