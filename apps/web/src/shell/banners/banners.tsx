import { Link, useHydrated, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { useNext } from '#lib/guards.ts';
import { type SessionEndReason, useSession } from '#lib/session.ts';
import { useFeatures } from '../features.ts';
import type { Banner } from './banner.ts';
import { isQuiet, Notices, useWanted } from './notices.tsx';

/** To where the visitor wanted to go, or back to this page. */
function LogIn() {
  const { next } = useSearch({ from: '/_main' });
  const here = useNext();
  return (
    <Link to="/login" search={{ next: next ?? here }}>
      Log in
    </Link>
  );
}

const reasonText: Record<SessionEndReason, { kind: 'note' | 'tip' | 'warning'; title: string; text: ReactNode }> = {
  no_token: {
    kind: 'note',
    title: 'That page is for members',
    text: (
      <>
        <LogIn /> to see it, or look around first.
      </>
    ),
  },
  user_disabled: {
    kind: 'warning',
    title: 'This account is disabled',
    text: 'Ask the operator of this site if you think that is wrong.',
  },
  refresh_expired: {
    kind: 'warning',
    title: 'You have been away for a while',
    text: (
      <>
        <LogIn /> again to go on where you were.
      </>
    ),
  },
  session_expired: {
    kind: 'warning',
    title: 'Your session has ended',
    text: (
      <>
        It was closed here or on another device. <LogIn /> again to go on.
      </>
    ),
  },
  'user-nav': { kind: 'tip', title: 'You are logged out', text: 'Your progress is kept. See you soon.' },
};

// For those who are signed in, which nobody is before hydration.
const MemberBanners = lazy(() => import('./member-banners.tsx'));

/** What the visitor should know. */
export function Banners() {
  const isSignedIn = useSession() !== null;
  const hydrated = useHydrated();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { msg } = useFeatures();
  const urgent = [...useOfflineBanner(), ...useReasonBanner()];
  const others: Banner[] = msg ? [{ id: `message:${msg}`, text: <p>{msg}</p> }] : [];
  const wanted = useWanted([...urgent, ...others]);
  if (!isSignedIn) return <Notices banners={wanted} isComing={!hydrated && !isQuiet(path)} />;
  return (
    <Suspense fallback={<Notices banners={wanted} isComing={!isQuiet(path)} />}>
      <MemberBanners urgent={urgent} others={others} />
    </Suspense>
  );
}

function useOfflineBanner(): Banner[] {
  const isOffline = useOffline();
  if (!isOffline) return [];
  const text = 'Lessons that you have opened before can still be read. What you answer needs the connection.';
  return [{ id: 'offline', kind: 'warning', title: 'You are offline', text, isNews: true, close: null }];
}

function useReasonBanner(): Banner[] {
  const { reason } = useSearch({ from: '/_main' });
  const navigate = useNavigate();
  const isSignedIn = useSession() !== null;
  // The server renders one page for all reasons. Whoever has signed in again knows what to make of it.
  const hydrated = useHydrated();
  if (!reason || !hydrated || isSignedIn) return [];
  const close = () => void navigate({ to: '.', search: ({ reason: _, next: __, ...rest }) => rest, replace: true });
  return [{ id: 'reason', ...reasonText[reason], isNews: true, close }];
}

function subscribeConnection(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the browser knows that it has no network; on the server never. */
const useOffline = () =>
  useSyncExternalStore(
    subscribeConnection,
    () => !navigator.onLine,
    () => false,
  );
