import type { EndpointAnswer, SessionItem } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { isApiError } from '#lib/api-error.ts';
import { problemText } from '#lib/problem-text.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { DeviceIcon } from './device-icon.tsx';
import css from './sessions.module.css';
import { TimeAgo, timeAgo } from './time-ago.tsx';

export type Sessions = EndpointAnswer<'GET /api/account/sessions'>;

interface Props {
  line: SessionItem;
  now: number;
  /** Called after the session has ended. */
  onEnded: (line: SessionItem, left: Sessions) => void;
}

export function SessionRow({ line, now, onEnded }: Props) {
  const api = useApi();
  const end = useMutation({
    // One scope runs the mutations one after another, so that an older list never overwrites a newer one.
    scope: { id: 'sessions' },
    meta: { suppress: [404, 429] },
    mutationFn: async () => {
      try {
        return await api('POST /api/account/logout_device', { body: { sid_hash: line.sid_hash } });
      } catch (error) {
        // The session has already ended, so the goal is reached.
        if (isApiError(error, 'not_found')) return api('GET /api/account/sessions');
        throw error;
      }
    },
    onSuccess: (left) => onEnded(line, left),
  });
  return (
    <li className={css.row} tabIndex={-1} data-session={line.sid_hash}>
      <DeviceIcon kind={line.kind} />
      <div className={css.words}>
        <p className={css.device}>{line.device}</p>
        <p className={css.facts}>
          <span>
            Last seen <TimeAgo time={line.last_seen_at} now={now} />
          </span>
          <span>
            Logged in <TimeAgo time={line.created_at} now={now} />
          </span>
        </p>
        {end.error && (
          <p className={css.problem} role="alert">
            {problemText(end.error)}
          </p>
        )}
      </div>
      <Button
        size="sm"
        variant="danger"
        busy={end.isPending}
        aria-label={`End the session of ${line.device}, last seen ${timeAgo(line.last_seen_at, now)}`}
        onClick={() => end.mutate()}
      >
        End
      </Button>
    </li>
  );
}
