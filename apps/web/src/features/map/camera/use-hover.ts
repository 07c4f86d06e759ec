import { fromPixel } from '@hexpedition/hexkit/hex';
import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type Atlas, hexKey, type MapNode } from '../atlas/atlas.ts';
import { type MapFrame, onMap } from './map-frame.ts';

/** Time for the pointer to move from a hex to its card, in milliseconds. */
const GRACE_MS = 220;

/**
 * Tracks the node under the mouse. The hex is computed from the position (a third of a microsecond) without hit testing. The
 * node stays for a moment after the pointer leaves it, and as long as the pointer is on its card.
 */
export function useHover(atlas: Atlas, frame: MapFrame) {
  const [hovered, setHovered] = useState<MapNode | null>(null);
  const timer = useRef(0);
  // Clears the timer on unmount.
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const keep = useCallback(() => window.clearTimeout(timer.current), []);
  const leave = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setHovered(null), GRACE_MS);
  }, []);

  const move = useCallback(
    (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0 || !frame.last) return;
      if (event.target instanceof Element && event.target.closest('[data-overlay]')) return;
      const box = event.currentTarget.getBoundingClientRect();
      const at = onMap(frame.last, { x: event.clientX - box.left, y: event.clientY - box.top });
      const node = atlas.byHex.get(hexKey(fromPixel(at)));
      if (!node) return leave();
      keep();
      setHovered(node);
    },
    [atlas, frame, keep, leave],
  );
  return { hovered, move, keep, leave };
}
