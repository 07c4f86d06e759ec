import type { User } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { day } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { leave, storeUser } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { TextField } from '#ui/text-field.tsx';
import { ConfirmPassword } from '../../confirm-password.public.tsx';
import { SettingsSection } from '../settings-section.tsx';
import css from './own-data.module.css';

export function DeleteAccount({ user }: { user: User }) {
  return (
    <SettingsSection
      title="Delete account"
      lead="It goes after two weeks, with all that belongs to it: progress, points, notes, profile. Until then you can log in and keep it."
    >
      <div className={css.part}>
        {user.account.delete_at ? (
          <Leaving deleteAt={user.account.delete_at} subscribes={user.account.active_subscription !== null} />
        ) : (
          <Ask user={user} />
        )}
      </div>
    </SettingsSection>
  );
}

function Ask({ user: { username, account } }: { user: User }) {
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
          leave('user-nav');
        }}
        text={
          <>
            <p>
              You are logged out everywhere at once, and nobody sees your profile any more. In two weeks the account is
              deleted for good. Log in before then to keep it.
            </p>
            {account.active_subscription && (
              <p>
                Your subscription to {account.active_subscription.subscription.name} is canceled now and ends with what
                is paid. If you keep the account, you can take that back on the page Subscription.
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
              // The first field of the dialog takes the focus, by the attribute that showModal heeds.
              ref={(input) => input?.setAttribute('autofocus', '')}
            />
          </>
        }
      />
    </>
  );
}

const wrongName = (username: string) =>
  new ApiError(400, { code: 'invalid_request', msg: `Type your username, ${username}, letter by letter.` });

function Leaving({ deleteAt, subscribes }: { deleteAt: string; subscribes: boolean }) {
  const keep = useCancelDeletion();
  return (
    <>
      <p>Your account is deleted on {day(deleteAt)}.</p>
      {subscribes && (
        <p>
          Your subscription ends with what is paid, also if you keep the account; then you can{' '}
          <Link to="/subscription">take that back</Link>.
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

/** Takes the deletion of the account back. */
function useCancelDeletion() {
  const api = useApi();
  return useMutation({
    mutationFn: () => api('POST /api/account/keep'),
    onSuccess: ({ user }) => storeUser(user),
  });
}
