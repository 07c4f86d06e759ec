import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { day } from '#lib/format.ts';
import { endpointQuery, useApi } from '#lib/query.ts';
import { storeUser, useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { useFeatures } from '../features.ts';
import type { Banner } from './banner.ts';
import css from './banners.module.css';
import { isQuiet, Notices, useWanted } from './notices.tsx';

interface Props {
  /** What everybody is told, before and after what this learner is. */
  urgent: readonly Banner[];
  others: readonly Banner[];
}

/** Notices to a learner: between what is urgent for everybody and the rest stands what concerns them alone. */
export default function MemberBanners({ urgent, others }: Props) {
  const own = useOwnBanners();
  const wanted = useWanted([...urgent, ...own.urgent, ...others, ...own.others]);
  return <Notices ref={useKeptRoom()} banners={wanted} />;
}

/** Keeps for the next page how high the notices are. */
function useKeptRoom() {
  const ref = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // Layout is outside React. The overview's welcome comes later than the page, so it is not counted.
  useEffect(() => {
    if (isQuiet(path) || path === '/') return;
    const height = String(ref.current?.offsetHeight ?? 0);
    try {
      if (localStorage.getItem('notices') !== height) localStorage.setItem('notices', height);
    } catch {
      // A full storage: the next page guesses.
    }
  });
  return ref;
}

function useOwnBanners(): { urgent: Banner[]; others: Banner[] } {
  const user = useSession()?.user;
  // Only looked at where the overview has asked for it: who has done nothing yet is new here.
  const { data } = useQuery({
    ...endpointQuery('GET /api/account/overview', { query: { kind: 'course' } }),
    enabled: false,
  });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { mail } = useFeatures();
  if (!user) return { urgent: [], others: [] };
  const { pk, email, pending_email, account } = user;
  const others: Banner[] = [];
  if (!email && !isQuiet(path)) others.push(pending_email ? unconfirmed(pending_email, mail) : noEmail(pk));
  if (account.beta_access) {
    others.push({
      id: `beta:1:${pk}`,
      title: 'You see the beta map',
      text: 'Places on it may still move or be empty. Your progress is kept either way.',
    });
  }
  // Only there: it comes when the progress has, and would push other pages away under somebody's finger.
  if (path === '/' && data?.under_way.length === 0 && data.finished === 0) {
    others.push({
      id: `welcome:1:${pk}`,
      kind: 'tip',
      title: `Welcome aboard, ${user.username}`,
      text: 'The map shows every course and lab. Your overview keeps the next step.',
    });
  }
  return { urgent: account.delete_at ? [leaving(account.delete_at)] : [], others };
}

const account = (words: string) => <Link to="/account">{words}</Link>;

const noEmail = (pk: number): Banner => ({
  id: `no-email:${pk}`,
  kind: 'warning',
  title: 'Your account has no email',
  text: <>{account('Add one')}, or a forgotten password locks you out.</>,
});

const unconfirmed = (address: string, mail: boolean): Banner => ({
  id: `unconfirmed:${address}`,
  text: !mail ? (
    <p>
      <span className={css.address}>{address}</span> is not confirmed yet, and this site sends no mail.{' '}
      {account('How to confirm it')}
    </p>
  ) : (
    <p>
      Open the link in the mail to <span className={css.address}>{address}</span> to confirm it. Nothing there?{' '}
      {account('Send it again')}.
    </p>
  ),
});

const leaving = (at: string): Banner => ({
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
      <p>Until then everything is kept, and you can change your mind.</p>
      {keep.error && <p role="alert">{messageOf(keep.error)}</p>}
      <Button className={css.action ?? ''} size="sm" busy={keep.isPending} onClick={() => keep.mutate()}>
        Keep my account
      </Button>
    </>
  );
}
