import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect, useHydrated, useLocation } from '@tanstack/react-router';
import { isApiError } from './api-error.ts';
import { pageHead } from './head.ts';
import { endpointQuery } from './query.ts';
import { readSession, type Session, type SessionEndReason, sessionEndReason, storeUser } from './session.ts';
import { isHydrated } from './start-up.ts';

/** Why a logged-in user was sent to the log-in page: the value of `?reason=`. */
export const loginReasons = ['account', 'superuser'] as const;
export type LoginReason = (typeof loginReasons)[number];

/** The account of the logged-in user. */
export const detailsQuery = endpointQuery('GET /api/account/details');

/** The argument of `beforeLoad` that guards use. */
interface GuardContext {
  context: { queryClient: QueryClient };
  search: { reason?: SessionEndReason; next?: string };
  location: Pick<ParsedLocation, 'href' | 'pathname'>;
}

/**
 * `beforeLoad` guard of a personal route; the route also sets `ssr: false`, so it runs only in the browser. Redirects
 * visitors to the map with the reason. For a logged-in user it loads and stores the account: the first guard of a page
 * load waits for it, later ones refresh it in the background.
 */
export async function requireUser({ context, search, location: wanted }: GuardContext): Promise<{ session: Session }> {
  const stored = readSession();
  // The root address is not a personal page, so there is no reason to show.
  if (!stored)
    return redirectToMap(
      search.reason ?? sessionEndReason() ?? (wanted.pathname === '/' ? undefined : 'no_token'),
      search.next ?? wanted.pathname,
    );
  try {
    await refreshUser(context.queryClient, stored);
  } catch (error) {
    // The transport has ended the session and knows the reason.
    if (!readSession()) return redirectToMap(sessionEndReason() ?? 'session_expired', wanted.pathname);
    // Without a connection the stored user is enough; the page reports what it could not load.
    if (isApiError(error) && error.code !== 'network') return redirectToLogin('account', wanted.href);
  }
  return { session: readSession() ?? stored };
}

/**
 * Like `requireUser`, and redirects users who are not superusers to the log-in page. The server decides in any case.
 */
export async function requireSuperuser(arrival: GuardContext): Promise<{ session: Session }> {
  const { session } = await requireUser(arrival);
  if (session.user.is_superuser) return { session };
  return redirectToLogin('superuser', arrival.location.href);
}

/** Options of a page for superusers. It is personal, so it is not rendered on the server. */
export const superuserRoute = {
  ssr: false,
  beforeLoad: requireSuperuser,
  head: () => pageHead({ title: 'Admin', noindex: true }),
} as const;

const freshForMs = 60_000;

async function refreshUser(client: QueryClient, stored: Session): Promise<void> {
  const known = client.getQueryState(detailsQuery.queryKey);
  const isKnown = known?.data?.user.pk === stored.user.pk;
  if (isKnown && Date.now() - known.dataUpdatedAt < freshForMs) return;
  const answer = client
    // Fails immediately without a connection, instead of waiting for one.
    .fetchQuery({ ...detailsQuery, staleTime: 0, retry: false, networkMode: 'always' })
    .then(({ user }) => {
      // Do not overwrite a change that was made while the response was pending.
      if (readSession() === stored) storeUser(user);
    });
  if (isKnown) answer.catch(() => undefined);
  else await answer;
}

async function redirectToMap(reason: SessionEndReason | undefined, next: string): Promise<never> {
  const search: Record<string, string> = {};
  if (reason) search.reason = reason;
  // A user who has logged out does not want to return to the page.
  if (reason !== 'user-nav' && next !== '/') search.next = next;
  await loadDocument('/map', search);
  throw redirect({ to: '/map', search, replace: true });
}

async function redirectToLogin(reason: LoginReason, next: string): Promise<never> {
  await loadDocument('/login', { reason, next });
  throw redirect({ to: '/login', search: { reason, next }, replace: true });
}

/** Loads the document during hydration, because the HTML of this route does not match another one. */
async function loadDocument(path: string, search: Record<string, string>): Promise<void> {
  if (isHydrated()) return;
  const query = String(new URLSearchParams(search));
  location.replace(query ? `${path}?${query}` : path);
  await new Promise(() => undefined);
}

/**
 * `next` parameter for links to the log-in and sign-up pages: the page from which the visitor was sent here, or else the
 * current page with its hash. `return-scroll.ts` also restores the scroll position. On the map it is undefined, so that new users continue to their overview.
 */
export function useNext(): string | undefined {
  const hydrated = useHydrated();
  return useLocation({
    select: ({ pathname, search, searchStr, hash }) => {
      // The server renders one page for all search parameters, and does not know the hash.
      const requested = hydrated ? safeNext(search.next) : undefined;
      if (requested !== undefined || pathname === '/map') return requested;
      return hydrated ? (safeNext(pathname + withoutReason(searchStr) + (hash && `#${hash}`)) ?? pathname) : pathname;
    },
  });
}

/** Removes why and from where the visitor was sent to this page. */
function withoutReason(searchText: string): string {
  const search = new URLSearchParams(searchText);
  search.delete('reason');
  search.delete('next');
  return search.size > 0 ? `?${search}` : '';
}

/**
 * Returns a path of this site to redirect to, or undefined. `//host` and `/\host` point to other sites and are
 * rejected.
 */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || next.length > 500) return undefined;
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) ? next : undefined;
}
