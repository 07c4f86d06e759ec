import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { day } from '#lib/format.ts';
import { endpointQuery, useApi } from '#lib/query.ts';
import { storeUser, useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { useFeatures } from '../../entities/site/use-features.ts';
import type { Banner } from './banner.ts';
import css from './banners.module.css';
import { dismiss } from './dismissed-banners.ts';
import { hidesPersonalBanners, Notices, useVisibleBanners } from './notices.tsx';

interface Props {
  /** Banners for all visitors: about the connection and the session, and others. */
  urgent: readonly Banner[];
  others: readonly Banner[];
}

/** Banners of a logged-in user and those for all visitors, the most important first. */
export default function MemberBanners({ urgent, others }: Props) {
  const own = useOwnBanners();
  const wanted = useVisibleBanners([...urgent, ...own.urgent, ...others, ...own.others]);
  useDismissOnLeave(wanted);
  return <Notices ref={useStoredHeight()} banners={wanted} />;
}

/** Dismisses a banner that is shown once when the user leaves the page on which it was visible. */
function useDismissOnLeave(shown: readonly Banner[]) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const seen = useRef<{ id: string; path: string }>(undefined);
  const once = shown.find(({ id }) => id.startsWith(noEmailId));
  // Phones show only the first banner.
  const isVisible = once !== undefined && (once === shown[0] || innerWidth >= 660);
  useEffect(() => {
    if (seen.current && seen.current.path !== path) dismiss(seen.current.id);
    else if (once && isVisible) seen.current = { id: once.id, path };
  });
}

/** Stores the height of the notices, to reserve it on the next page. */
function useStoredHeight() {
  const ref = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // The overview's welcome banner appears later than the page, so it does not count.
  useEffect(() => {
    if (hidesPersonalBanners(path) || path === '/') return;
    const height = String(ref.current?.offsetHeight ?? 0);
    try {
      if (localStorage.getItem('notices') !== height) localStorage.setItem('notices', height);
    } catch {
      // Storage is full: the next page uses the default height.
    }
  });
  return ref;
}

function useOwnBanners(): { urgent: Banner[]; others: Banner[] } {
  const user = useSession()?.user;
  // Reads only what the overview has loaded: a user without progress is new.
  const { data } = useQuery({
    ...endpointQuery('GET /api/account/overview', { query: { kind: 'course' } }),
    enabled: false,
  });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { mail } = useFeatures();
  if (!user) return { urgent: [], others: [] };
  const { pk, email, pending_email, account } = user;
  const others: Banner[] = [];
  if (!email && !hidesPersonalBanners(path)) {
    if (pending_email) others.push(unconfirmedEmail(pending_email, mail));
    // Without a mail server an address is of no use.
    else if (mail) others.push(noEmail(pk));
  }
  if (account.beta_access) {
    others.push({
      id: `beta:1:${pk}`,
      title: 'You are using the beta map',
      text: 'It may change, and some places may be empty. Your progress is saved either way.',
    });
  }
  // Only on the overview: the banner appears after the progress has loaded and would shift other pages.
  if (path === '/' && data?.under_way.length === 0 && data.finished === 0) {
    others.push({
      id: `welcome:1:${pk}`,
      kind: 'tip',
      title: `Welcome aboard, ${user.username}`,
      text: 'The map shows all courses and labs. Your overview shows your next step.',
    });
  }
  return { urgent: account.delete_at ? [deletionScheduled(account.delete_at)] : [], others };
}

const account = (words: string) => <Link to="/account">{words}</Link>;

const noEmailId = 'no-email:';

const noEmail = (pk: number): Banner => ({
  id: `${noEmailId}${pk}`,
  kind: 'warning',
  title: 'Your account has no email',
  text: <>{account('Add one')} so that you can reset a forgotten password.</>,
});

const unconfirmedEmail = (address: string, mail: boolean): Banner => ({
  id: `unconfirmed:${address}`,
  text: !mail ? (
    <p>
      <span className={css.address}>{address}</span> is not confirmed yet, and this site sends no mail.{' '}
      {account('How to confirm it')}
    </p>
  ) : (
    <p>
      Open the link in the mail to <span className={css.address}>{address}</span> to confirm it. No mail?{' '}
      {account('Resend it')}.
    </p>
  ),
});

const deletionScheduled = (at: string): Banner => ({
  id: 'leaving',
  kind: 'danger',
  title: `Your account will be deleted on ${day(at).replaceAll(' ', '\u00a0')}`,
  text: <KeepAccount />,
  close: null,
});

function KeepAccount() {
  const api = useApi();
  const keep = useMutation({
    mutationFn: () => api('POST /api/account/keep'),
    onSuccess: ({ user }) => storeUser(user),
  });
  return (
    <>
      <p>Until then nothing is deleted and you can keep your account.</p>
      {keep.error && <p role="alert">{messageOf(keep.error)}</p>}
      <Button className={css.action ?? ''} size="sm" busy={keep.isPending} onClick={() => keep.mutate()}>
        Keep my account
      </Button>
    </>
  );
}
