import type { SessionItem } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { plural } from '#lib/format.ts';
import { FormStatus } from '#ui/form-status.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { LogOutOthers } from './log-out-others.tsx';
import { sessionsQuery } from './session-queries.ts';
import { SessionRow, type Sessions } from './session-row.tsx';
import css from './sessions.module.css';
import { DeviceSkeleton } from './this-device.tsx';

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
