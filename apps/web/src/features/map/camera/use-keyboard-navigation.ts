import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useMemo, useState } from 'react';
import type { Atlas } from '../atlas/atlas.ts';
import { isArrow, nextStop, type Stop } from './arrow-keys.ts';
import { type MapFrame, onStage } from './map-frame.ts';

/** Minimum distance in pixels between a focused stop and the edge of the visible area. */
const MARGIN = 72;

/**
 * Keyboard navigation of the map: a single tab stop, arrow keys between stops, and the focus always in view.
 * @param first stop that the tab key enters
 */
export function useKeyboardNavigation(
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
  // Without JavaScript every link is a tab stop. After hydration the arrow keys work, so one tab stop is enough.
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
    const to = nextStop(stops, from, event.key);
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

/** Flies to a point only if it is off the screen or close to its edge. */
export function bringIntoView(frame: MapFrame, at: { x: number; y: number }): void {
  if (!frame.last || !frame.camera) return;
  const { x, y } = onStage(frame.last, at);
  const { left, top, right, bottom } = frame.last.clear;
  const isVisible = x > left + MARGIN && x < right - MARGIN && y > top + MARGIN && y < bottom - MARGIN;
  if (!isVisible) frame.camera.flyTo({ ...at, k: frame.camera.state.k });
}
