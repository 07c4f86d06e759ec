import { toPixel } from '@hexpedition/hexkit/hex';
import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { avatarShape } from '#ui/avatar-shape.ts';
import { type MapFrame, onStage } from '../../camera/map-frame.ts';
import css from './here.module.css';
import type { Here } from './here.ts';

/**
 * The other authors at their hexes, as large at every zoom. What they do is said in the head of the page (`HereList`),
 * for those who cannot see this.
 */
export function Others({ frame, here }: { frame: MapFrame; here: Here }) {
  const { others } = useSyncExternalStore(here.subscribe, here.read, here.read);
  const marks = useRef<HTMLDivElement>(null);
  const placed = useMemo(
    () => others.flatMap(({ username, hex }) => (hex ? [{ username, point: toPixel(hex) }] : [])),
    [others],
  );
  // Follows the camera, which is outside React.
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
