import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect, useLocation } from '@tanstack/react-router';
import { isApiError } from './api-error.ts';
import { endpointQuery } from './query.ts';
import { leftReason, type Reason, readSession, type Session, storeUser } from './session.ts';
import { isAwake } from './start-up.ts';

/** Why someone who is signed in was sent to the log-in page: the value of its `?reason=`. */
export const loginReasons = ['account', 'superuser'] as const;
export type LoginReason = (typeof loginReasons)[number];

/** What the server says about the signed-in user. */
export const detailsQuery = endpointQuery('GET /api/account/details');

/** What `beforeLoad` is given. */
interface Arrival {
  context: { queryClient: QueryClient };
  search: { reason?: Reason };
  location: Pick<ParsedLocation, 'href' | 'pathname'>;
}

/**
 * `beforeLoad: requireUser` of a personal route; the route also says `ssr: false`, so this runs in the browser alone. A
 * signed-out visitor goes to the map, which shows the reason. For a signed-in user the account is asked for and kept:
 * the first time in a page load the guard waits for it, later it is brought up to date in the background.
 */
export async function requireUser({ context, search, location: wanted }: Arrival): Promise<{ session: Session }> {
  const stored = readSession();
  // Who asks for the bare address has asked for nothing personal, and is told nothing about it.
  if (!stored)
    return toMap(search.reason ?? leftReason() ?? (wanted.pathname === '/' ? undefined : 'no_token'), wanted);
  try {
    await refreshUser(context.queryClient, stored);
  } catch (error) {
    // Refused: the transport has ended the session and knows why.
    if (!readSession()) return toMap(leftReason() ?? 'session_expired', wanted);
    // Without a connection the stored user is good enough; the page itself says what it could not load.
    if (isApiError(error) && error.code !== 'network') return toLogin('account', wanted.href);
  }
  return { session: readSession() ?? stored };
}

/** `beforeLoad: requireSuperuser`: as above, and everybody else is told to log in as one. The server decides anyway. */
export async function requireSuperuser(arrival: Arrival): Promise<{ session: Session }> {
  const { session } = await requireUser(arrival);
  if (session.user.is_superuser) return { session };
  return toLogin('superuser', arrival.location.href);
}

const freshFor = 60_000;

async function refreshUser(client: QueryClient, stored: Session): Promise<void> {
  const known = client.getQueryState(detailsQuery.queryKey);
  const isKnown = known?.data?.user.pk === stored.user.pk;
  if (isKnown && Date.now() - known.dataUpdatedAt < freshFor) return;
  const answer = client
    // Without a connection it fails at once, instead of waiting for one.
    .fetchQuery({ ...detailsQuery, staleTime: 0, retry: false, networkMode: 'always' })
    .then(({ user }) => {
      // What was changed while the answer travelled is newer than the answer.
      if (readSession() === stored) storeUser(user);
    });
  if (isKnown) answer.catch(() => undefined);
  else await answer;
}

async function toMap(reason: Reason | undefined, { pathname }: Arrival['location']): Promise<never> {
  const search: Record<string, string> = {};
  if (reason) search.reason = reason;
  // Whoever logged out does not want to go back to the page.
  if (reason !== 'user-nav' && pathname !== '/') search.next = pathname;
  await loadAnew('/map', search);
  throw redirect({ to: '/map', search, replace: true });
}

async function toLogin(reason: LoginReason, next: string): Promise<never> {
  await loadAnew('/login', { reason, next });
  throw redirect({ to: '/login', search: { reason, next }, replace: true });
}

/** While the page wakes up, its HTML is that of this route, which React could not fit to another one. */
async function loadAnew(path: string, search: Record<string, string>): Promise<void> {
  if (isAwake()) return;
  const query = String(new URLSearchParams(search));
  location.replace(query ? `${path}?${query}` : path);
  await new Promise(() => undefined);
}

/**
 * The `next` of links to the log-in and sign-up pages: the page that they are on. From the map, where visitors begin, it
 * goes on to the overview.
 */
export const useNext = (): string | undefined =>
  useLocation({ select: ({ pathname }) => (pathname === '/map' ? undefined : pathname) });

/** Where to go after signing in: a path of this site, or the start. `//host` and `/\host` lead elsewhere and don't pass. */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || next.length > 500) return undefined;
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) ? next : undefined;
}
