import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useMemo, useState } from 'react';
import type { Atlas } from '../atlas/atlas.ts';
import { type MapFrame, onStage } from './map-frame.ts';
import { isArrow, type Stop, steer } from './steer.ts';

/** Pixels between a focused place and the end of what can be seen. */
const MARGIN = 72;

/**
 * The map by keyboard: one stop of the tab key, arrow keys from place to place, and the focus always in view.
 * @param first where the tab key enters.
 */
export function useSteering(
  atlas: Atlas,
  frame: MapFrame,
  scene: RefObject<SVGSVGElement | null>,
  first: string | undefined,
) {
  const stops = useMemo<Stop[]>(
    () => [
      ...atlas.map.continents.map(({ slug, label }) => ({
        ref: `continent:${slug}`,
        x: label.x,
        y: label.y,
        weight: 1.8,
      })),
      ...atlas.nodes,
    ],
    [atlas],
  );
  const [ready, setReady] = useState(false);
  const [visited, setVisited] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  // Without a script every link is a stop of its own. From now on the arrow keys work, and one stop is enough.
  useEffect(() => setReady(true), []);

  const onFocus = (event: FocusEvent<Element>) => {
    const stop = find(event.target);
    if (!stop) return;
    setVisited(stop.ref);
    if (!event.target.matches(':focus-visible')) return;
    setFocused(stop.ref);
    bringIntoView(frame, stop);
  };

  const onKeyDown = (event: KeyboardEvent<Element>) => {
    if (!isArrow(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    const from = event.target instanceof Element ? find(event.target) : undefined;
    if (!from) return;
    event.preventDefault();
    const to = steer(stops, from, event.key);
    const link = to && scene.current?.querySelector<SVGAElement>(`[data-ref="${to.ref}"]`);
    link?.focus({ preventScroll: true });
  };

  const find = (element: Element) => {
    const ref = element.closest('[data-ref]')?.getAttribute('data-ref');
    return stops.find((stop) => stop.ref === ref);
  };

  const stop = visited ?? first ?? stops[0]?.ref ?? null;
  return { ready, stop: ready ? stop : null, focused, onFocus, onKeyDown, onBlur: () => setFocused(null) };
}

/** Flies there only if the place is off the screen or close to its border. */
export function bringIntoView(frame: MapFrame, at: { x: number; y: number }): void {
  if (!frame.last || !frame.camera) return;
  const { x, y } = onStage(frame.last, at);
  const { left, top, right, bottom } = frame.last.clear;
  const seen = x > left + MARGIN && x < right - MARGIN && y > top + MARGIN && y < bottom - MARGIN;
  if (!seen) frame.camera.flyTo({ ...at, k: frame.camera.state.k });
}
