import { Link, useHydrated, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { useNext } from '#lib/guards.ts';
import { type SessionEndReason, useSession } from '#lib/session.ts';
import { useFeatures } from '../../entities/site/use-features.ts';
import type { Banner } from './banner.ts';
import { hidesPersonalBanners, Notices, useVisibleBanners } from './notices.tsx';

/** Link to the log-in page that returns to the requested page, or to this one. */
function LogIn() {
  const next = useNext();
  return (
    <Link to="/login" search={{ next }}>
      Log in
    </Link>
  );
}

const reasonText: Record<SessionEndReason, { kind: 'note' | 'tip' | 'warning'; title: string; text: ReactNode }> = {
  no_token: {
    kind: 'note',
    title: 'You need to log in',
    text: (
      <>
        <LogIn /> to open that page, or look around first.
      </>
    ),
  },
  user_disabled: {
    kind: 'warning',
    title: 'This account is disabled',
    text: 'Contact the operator of this site if you think this is a mistake.',
  },
  refresh_expired: {
    kind: 'warning',
    title: 'Your session has expired',
    text: (
      <>
        <LogIn /> again to continue.
      </>
    ),
  },
  session_expired: {
    kind: 'warning',
    title: 'Your session has ended',
    text: (
      <>
        It was ended here or on another device. <LogIn /> again to continue.
      </>
    ),
  },
  'user-nav': { kind: 'tip', title: 'You are logged out', text: 'Your progress is saved. See you soon.' },
};

// Only for logged-in users, and no one is logged in before hydration.
const MemberBanners = lazy(() => import('./member-banners.tsx'));

/** Notices above the page. */
export function Banners() {
  const isSignedIn = useSession() !== null;
  const hydrated = useHydrated();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { msg } = useFeatures();
  const urgent = [...useOfflineBanner(), ...useReasonBanner()];
  const others: Banner[] = msg ? [{ id: `message:${msg}`, text: <p>{msg}</p> }] : [];
  const wanted = useVisibleBanners([...urgent, ...others]);
  if (!isSignedIn) return <Notices banners={wanted} isComing={!hydrated && !hidesPersonalBanners(path)} />;
  return (
    <Suspense fallback={<Notices banners={wanted} isComing={!hidesPersonalBanners(path)} />}>
      <MemberBanners urgent={urgent} others={others} />
    </Suspense>
  );
}

function useOfflineBanner(): Banner[] {
  const isOffline = useOffline();
  if (!isOffline) return [];
  const text = 'You can read lessons that you opened before. Submitting answers needs a connection.';
  return [{ id: 'offline', kind: 'warning', title: 'You are offline', text, isNews: true, close: null }];
}

function useReasonBanner(): Banner[] {
  const { reason } = useSearch({ from: '/_main' });
  const navigate = useNavigate();
  const isSignedIn = useSession() !== null;
  // The server renders one page for all reasons. After a new login the reason is obsolete.
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

/** Returns whether the browser reports that it is offline; false on the server. */
const useOffline = () =>
  useSyncExternalStore(
    subscribeConnection,
    () => !navigator.onLine,
    () => false,
  );
