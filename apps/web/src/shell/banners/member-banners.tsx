import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { messageOf } from '#lib/api-error.ts';
import { day } from '#lib/format.ts';
import { endpointQuery, useApi } from '#lib/query.ts';
import { storeUser, useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { useFeatures } from '../features.ts';
import type { Banner } from './banner.ts';
import css from './banners.module.css';

const none = { urgent: [], others: [] };

/** What concerns the signed-in user alone. Nothing before hydration, for until then nobody is signed in. */
export function useMemberBanners(): { urgent: Banner[]; others: Banner[] } {
  const user = useSession()?.user;
  // Only looked at where the overview has asked for it: who has done nothing yet is new here.
  const { data } = useQuery({
    ...endpointQuery('GET /api/account/overview', { query: { kind: 'course' } }),
    enabled: false,
  });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { mail } = useFeatures();
  if (!user) return none;
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

/** Who reads a lesson is not to be called away, nor pushed down. And on the account page the field itself says it. */
export const isQuiet = (path: string): boolean => path === '/account' || /^\/courses(\/[^/]+){3}/.test(path);

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
