import type { EndpointAnswer, SessionItem } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isApiError } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { sessionsQuery } from '../../account-queries.ts';
import { SettingsSection } from '../settings-section.tsx';
import { DeviceIcon } from './device-icon.tsx';
import css from './sessions.module.css';
import { DeviceSkeleton } from './this-device.tsx';
import { TimeAgo, timeAgo } from './time-ago.tsx';

/** @param lines undefined while loading */
export function OtherDevices({ lines, now }: { lines: SessionItem[] | undefined; now: number }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [done, setDone] = useState('');
  const keep = (left: Sessions, text: string) => {
    client.setQueryData(sessionsQuery.queryKey, left);
    setDone(text);
  };
  /** Moves the focus from a removed row to the nearest row, or to the heading if there is none. */
  const onEnded = (line: SessionItem, left: Sessions) => {
    const hadFocus = rowOf(list.current, line.sid_hash)?.contains(document.activeElement) ?? false;
    const next = neighbour(lines ?? [], left.sessions, line.sid_hash);
    if (hadFocus) (rowOf(list.current, next) ?? heading.current)?.focus();
    keep(left, `${line.device} is logged out.`);
  };
  return (
    <SettingsSection
      title="Other devices"
      lead="Ending a session logs out that device immediately."
      headingRef={heading}
    >
      {!lines ? (
        <DeviceSkeleton />
      ) : lines.length === 0 ? (
        <p className={css.none}>You are logged in on this device only.</p>
      ) : (
        <ul className={css.list} ref={list}>
          {lines.map((line) => (
            <SessionRow key={line.sid_hash} line={line} now={now} onEnded={onEnded} />
          ))}
        </ul>
      )}
      <div className={css.foot}>
        {lines && lines.length > 0 && (
          <LogOutOthers
            count={lines.length}
            onEnded={(left) => {
              keep(left, `${plural(lines.length, 'device')} logged out. You are logged in on this device only.`);
              heading.current?.focus();
            }}
          />
        )}
        <FormStatus done={done} />
      </div>
    </SettingsSection>
  );
}

type Sessions = EndpointAnswer<'GET /api/account/sessions'>;

interface SessionRowProps {
  line: SessionItem;
  now: number;
  /** Called after the session has ended. */
  onEnded: (line: SessionItem, left: Sessions) => void;
}

function SessionRow({ line, now, onEnded }: SessionRowProps) {
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

function LogOutOthers({ count, onEnded }: { count: number; onEnded: (left: Sessions) => void }) {
  const api = useApi();
  const [asked, setAsked] = useState(false);
  const end = useMutation({
    scope: { id: 'sessions' },
    meta: { suppress: [429] },
    mutationFn: () => api('POST /api/account/logout_others'),
    onSuccess: (left) => {
      // Close the dialog synchronously: it restores the focus to the button, which is about to be removed. Only then
      // can the focus move on.
      flushSync(() => setAsked(false));
      onEnded(left);
    },
  });
  return (
    <>
      <Button
        variant="danger"
        onClick={() => {
          end.reset();
          setAsked(true);
        }}
      >
        Log out all others
      </Button>
      <Dialog
        open={asked}
        title="Log out all other devices?"
        onClose={() => setAsked(false)}
        footer={
          <>
            <Button variant="quiet" onClick={() => setAsked(false)}>
              Cancel
            </Button>
            <Button variant="danger" busy={end.isPending} onClick={() => end.mutate()}>
              Log them out
            </Button>
          </>
        }
      >
        {end.error && <Callout kind="danger" role="alert" title={problemText(end.error)} />}
        <p>
          {plural(count, 'device')} will have to log in again. This device stays logged in. If you do not recognise one
          of them, change your password too.
        </p>
      </Dialog>
    </>
  );
}

const rowOf = (list: HTMLElement | null, sidHash: string | undefined) =>
  [...(list?.querySelectorAll<HTMLElement>('[data-session]') ?? [])].find((row) => row.dataset.session === sidHash);

/** Returns the remaining line nearest to the removed one: the next below, otherwise the next above. */
export function neighbour(
  before: readonly Pick<SessionItem, 'sid_hash'>[],
  left: readonly Pick<SessionItem, 'sid_hash'>[],
  gone: string,
): string | undefined {
  const there = new Set(left.map((line) => line.sid_hash));
  const at = before.findIndex((line) => line.sid_hash === gone);
  const below = before.slice(at + 1).find((line) => there.has(line.sid_hash));
  const above = before.slice(0, Math.max(at, 0)).findLast((line) => there.has(line.sid_hash));
  return (below ?? above)?.sid_hash;
}
