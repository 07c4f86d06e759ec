import { Link, useHydrated, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { type Reason, useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { cx } from '#ui/cx.ts';
import { useFeatures } from '../features.ts';
import type { Banner } from './banner.ts';
import css from './banners.module.css';
import { dismiss, useDismissed } from './dismissed.ts';
import { isQuiet, useMemberBanners } from './member-banners.tsx';

const logIn = <Link to="/login">Log in</Link>;

const reasonText: Record<Reason, { kind: 'note' | 'tip' | 'warning'; title: string; text: ReactNode }> = {
  no_token: {
    kind: 'note',
    title: 'That page is for members',
    text: <>{logIn} to see it, or look around first.</>,
  },
  user_disabled: {
    kind: 'warning',
    title: 'This account is disabled',
    text: 'Ask the operator of this site if you think that is wrong.',
  },
  refresh_expired: {
    kind: 'warning',
    title: 'You have been away for a while',
    text: <>{logIn} again to go on where you were.</>,
  },
  session_expired: {
    kind: 'warning',
    title: 'Your session has ended',
    text: <>It was closed here or on another device. {logIn} again to go on.</>,
  },
  'user-nav': { kind: 'tip', title: 'You are logged out', text: 'Your progress is kept. See you soon.' },
};

/** What the visitor should know, the most important first. More than two would be a wall. */
export function Banners() {
  const isDismissed = useDismissed();
  const { msg } = useFeatures();
  const message: Banner[] = msg ? [{ id: `message:${msg}`, text: <p>{msg}</p> }] : [];
  const { urgent, others } = useMemberBanners();
  const wanted = [...useOfflineBanner(), ...useReasonBanner(), ...urgent, ...message, ...others];
  const shown = wanted.filter(({ id, close }) => close !== undefined || !isDismissed(id)).slice(0, 2);
  const room = useRoom();
  if (shown.length === 0 && !room.isKept) return null;
  return (
    <section ref={room.ref} className={cx(css.banners, room.isKept && css.room)} aria-label="Notices">
      {shown.map(({ id, kind = 'note', title, text, isNews, close = () => dismiss(id) }) => (
        <Callout
          key={id}
          kind={kind}
          title={title}
          {...(isNews ? { role: 'status' as const } : {})}
          action={
            close && <Button variant="quiet" size="sm" square icon="close" aria-label="Dismiss" onClick={close} />
          }
        >
          {text}
        </Callout>
      ))}
    </section>
  );
}

/**
 * The server knows nothing of a learner's notices. What they took on one page is kept on the next for them, before the
 * first paint (`start-up-script.ts`): nothing is to move away under somebody's finger when they come.
 */
function useRoom() {
  const ref = useRef<HTMLElement>(null);
  const hydrated = useHydrated();
  const isSignedIn = useSession() !== null;
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // Layout is outside React. The overview's welcome comes later than the page, so it is not counted.
  useEffect(() => {
    if (!hydrated || !isSignedIn || isQuiet(path) || path === '/') return;
    const height = String(ref.current?.offsetHeight ?? 0);
    try {
      if (localStorage.getItem('notices') !== height) localStorage.setItem('notices', height);
    } catch {
      // A full storage: the next page guesses.
    }
  });
  return { ref, isKept: !hydrated && !isQuiet(path) };
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
  const close = () => void navigate({ to: '.', search: ({ reason: _, ...rest }) => rest, replace: true });
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
