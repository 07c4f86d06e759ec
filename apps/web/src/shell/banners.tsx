import { Link, useHydrated, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Reason } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import css from './banners.module.css';
import { useDismissed } from './dismissed.ts';
import { useFeatures } from './features.ts';

const logIn = <Link to="/login">Log in</Link>;

const reasonText: Record<Reason, { kind: 'note' | 'tip' | 'warning'; title: string; text: ReactNode }> = {
  // The first thing that a newcomer sees who opens the bare address: an invitation, not a fault.
  no_token: {
    kind: 'note',
    title: 'Your overview is behind the login',
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

export function Banners() {
  return (
    <div className={css.banners}>
      <ReasonBanner />
      <ServerMessage />
    </div>
  );
}

function ReasonBanner() {
  const { reason } = useSearch({ from: '/_main' });
  const navigate = useNavigate();
  // The server renders one page for all reasons.
  const hydrated = useHydrated();
  if (!reason || !hydrated) return null;
  const { kind, title, text } = reasonText[reason];
  const close = () => navigate({ to: '.', search: ({ reason: _, ...rest }) => rest, replace: true });
  return (
    <Callout kind={kind} title={title} role="status" action={<Close onClick={close} />}>
      {text}
    </Callout>
  );
}

function ServerMessage() {
  const { msg } = useFeatures();
  const [dismissed, dismiss] = useDismissed(`message:${msg}`);
  if (!msg || dismissed) return null;
  return (
    <Callout action={<Close onClick={dismiss} />}>
      <p>{msg}</p>
    </Callout>
  );
}

const Close = ({ onClick }: { onClick: () => void }) => (
  <Button variant="quiet" size="sm" square icon="close" aria-label="Dismiss" onClick={onClick} />
);
