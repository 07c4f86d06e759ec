import type { Person } from '@hexpedition/contract';
import { when } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import css from '../admin.module.css';
import { useAct } from './use-act.ts';

/** On which devices the account is signed in. */
export function Sessions({ person: { username, sessions } }: { person: Person }) {
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
                last used&nbsp;<time dateTime={last_seen_at}>{when(last_seen_at)}</time>
              </span>
            </span>
            <Button
              size="sm"
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
          <Button busy={end.isPending && end.variables?.sid_hash === undefined} onClick={() => end.mutate({})}>
            End all sessions
          </Button>
        )}
        <FormStatus error={end.error} done={end.isSuccess && 'Ended.'} />
      </div>
    </section>
  );
}
