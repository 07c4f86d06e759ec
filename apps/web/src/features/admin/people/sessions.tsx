import type { Person } from '@hexpedition/contract';
import { useState } from 'react';
import { when } from '#lib/format.ts';
import { Ask } from '#ui/ask.tsx';
import { Button } from '#ui/button.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import css from '../admin.module.css';
import { useAct } from './use-act.ts';

/** On which devices the account is signed in. */
export function Sessions({ person: { username, sessions } }: { person: Person }) {
  const [asks, setAsks] = useState(false);
  const end = useAct('POST /api/admin/people/:username/end_sessions', username);
  return (
    <section className={css.section} aria-labelledby="sessions">
      <h2 id="sessions" className={css.title}>
        Sessions
      </h2>
      {sessions.length === 0 && <p className={css.quiet}>Signed in nowhere.</p>}
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
          <Button busy={end.isPending && end.variables?.sid_hash === undefined} onClick={() => setAsks(true)}>
            End all sessions
          </Button>
        )}
        {asks && (
          <Ask
            title={`End all sessions of ${username}?`}
            action="End all sessions"
            busy={end.isPending}
            error={end.error}
            onClose={() => setAsks(false)}
            onConfirm={() => end.mutate({}, { onSuccess: () => setAsks(false) })}
          >
            Every device has to log in again.
          </Ask>
        )}
        <FormStatus error={end.error} done={end.isSuccess && 'Ended.'} />
      </div>
    </section>
  );
}
