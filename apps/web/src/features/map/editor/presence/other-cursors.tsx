import { toPixel } from '@hexpedition/hexkit/hex';
import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { avatarShape } from '#ui/avatar-shape.ts';
import { type MapFrame, onStage } from '../../camera/map-frame.ts';
import css from './presence.module.css';
import type { PresenceStore } from './presence-store.ts';

/**
 * Cursors of the other authors at their hexes, with the same size at every zoom. `PresenceList` announces who joins and
 * leaves to screen readers.
 */
export function OtherCursors({ frame, presence }: { frame: MapFrame; presence: PresenceStore }) {
  const { others } = useSyncExternalStore(presence.subscribe, presence.read, presence.read);
  const marks = useRef<HTMLDivElement>(null);
  const placed = useMemo(
    () => others.flatMap(({ username, hex }) => (hex ? [{ username, point: toPixel(hex) }] : [])),
    [others],
  );
  useLayoutEffect(
    () =>
      frame.subscribe((now) => {
        for (const [i, { point }] of placed.entries()) {
          const mark = marks.current?.children[i];
          const { x, y } = onStage(now, point);
          if (mark instanceof HTMLElement) mark.style.transform = `translate(${x}px, ${y}px)`;
        }
      }),
    [frame, placed],
  );
  return (
    <div ref={marks} className={css.marks} aria-hidden="true">
      {placed.map(({ username }) => (
        <div key={username} className={css.mark} data-hue={avatarShape(username).hue}>
          <svg className={css.arrow} width="16" height="18" viewBox="0 0 16 18" aria-hidden="true">
            <path d="M1.5 1.5 14 9.5 8 11l-3.5 5.5Z" />
          </svg>
          <span className={css.name}>{username}</span>
        </div>
      ))}
    </div>
  );
}
