import type { AdminUser } from '@hexpedition/contract';
import { useState } from 'react';
import { when } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import css from '../admin.module.css';
import { useAccountAction } from './use-account-action.ts';

/** Devices on which the account is logged in. */
export function UserSessions({ person: { username, sessions } }: { person: AdminUser }) {
  const [isConfirming, setConfirming] = useState(false);
  const end = useAccountAction('POST /api/admin/users/:username/end_sessions', username);
  return (
    <section className={css.section} aria-labelledby="sessions">
      <h2 id="sessions" className={css.title}>
        UserSessions
      </h2>
      {sessions.length === 0 && <p className={css.quiet}>No active sessions.</p>}
      <ul>
        {sessions.map(({ sid_hash, device, last_seen_at }) => (
          <li key={sid_hash} className={css.row}>
            <span>
              {device}
              <span className={css.facts}>
                <span>
                  last used <time dateTime={last_seen_at}>{when(last_seen_at)}</time>
                </span>
              </span>
            </span>
            <Button
              size="sm"
              aria-label={`End ${device}`}
              busy={end.isPending && end.variables?.sid_hash === sid_hash}
              onClick={() => end.mutate({ sid_hash })}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
      <div className={css.actions}>
        {sessions.length > 1 && (
          <Button busy={end.isPending && end.variables?.sid_hash === undefined} onClick={() => setConfirming(true)}>
            End all sessions
          </Button>
        )}
        {isConfirming && (
          <ConfirmDialog
            title={`End all sessions of ${username}?`}
            action="End all sessions"
            busy={end.isPending}
            error={end.error}
            onClose={() => setConfirming(false)}
            onConfirm={() => end.mutate({}, { onSuccess: () => setConfirming(false) })}
          >
            The user has to log in again on every device.
          </ConfirmDialog>
        )}
        <FormStatus error={end.error} done={end.isSuccess && 'Session ended.'} />
      </div>
    </section>
  );
}
