import type { User } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmPassword } from '#entities/account/confirm-password.tsx';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { day } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { endSession, storeUser } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { TextField } from '#ui/text-field.tsx';
import { SettingsSection } from '../settings-section.tsx';
import css from './data-export.module.css';

export function DeleteAccount({ user }: { user: User }) {
  return (
    <SettingsSection
      title="Delete account"
      lead="Your account and all its data (progress, points, notes, profile) are deleted after two weeks. Log in before then to keep it."
    >
      <div className={css.part}>
        {user.account.delete_at ? (
          <DeletionScheduled deleteAt={user.account.delete_at} subscribes={paidPlan(user) !== undefined} />
        ) : (
          <DeleteAccountButton user={user} />
        )}
      </div>
    </SettingsSection>
  );
}

/** Returns the plan that is charged regularly, not a voucher. */
const paidPlan = ({ account: { active_subscription: active } }: User) =>
  active?.source === 'subscription' ? active.subscription : undefined;

function DeleteAccountButton({ user }: { user: User }) {
  const { username } = user;
  const plan = paidPlan(user);
  const api = useApi();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const close = () => {
    setOpen(false);
    setTyped('');
  };
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      <ConfirmPassword
        open={isOpen}
        danger
        title="Delete your account?"
        action="Delete account"
        onClose={close}
        onConfirm={async (password) => {
          if (typed.trim() !== username) throw wrongName(username);
          await api('POST /api/account/delete', { body: password === undefined ? {} : { password } });
          endSession('user-nav');
        }}
        text={
          <>
            <p>
              You are logged out everywhere immediately, and your profile is no longer visible. The account is deleted
              permanently in two weeks. Log in before then to keep it.
            </p>
            {plan && (
              <p>
                Your {plan.name} subscription is canceled now and ends with the paid period. If you keep the account,
                you can resume it on the Subscription page.
              </p>
            )}
            <TextField
              label={`Type ${username} to confirm`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              mono
              // The first field takes the focus through the attribute, which showModal respects.
              ref={(input) => input?.setAttribute('autofocus', '')}
            />
          </>
        }
      />
    </>
  );
}

const wrongName = (username: string) =>
  new ApiError(400, { code: 'invalid_request', msg: `Type your username, ${username}, exactly.` });

function DeletionScheduled({ deleteAt, subscribes }: { deleteAt: string; subscribes: boolean }) {
  const keep = useCancelDeletion();
  return (
    <>
      <p>Your account will be deleted on {day(deleteAt)}.</p>
      {subscribes && (
        <p>
          Your subscription ends with the paid period, even if you keep the account. If you keep it, you can{' '}
          <Link to="/subscription">resume it</Link>.
        </p>
      )}
      {keep.error && (
        <Callout kind="danger" role="alert">
          <p>{messageOf(keep.error)}</p>
        </Callout>
      )}
      <Button busy={keep.isPending} onClick={() => keep.mutate()}>
        Keep your account
      </Button>
    </>
  );
}

/** Cancels the scheduled deletion of the account. */
function useCancelDeletion() {
  const api = useApi();
  return useMutation({
    mutationFn: () => api('POST /api/account/keep'),
    onSuccess: ({ user }) => storeUser(user),
  });
}
