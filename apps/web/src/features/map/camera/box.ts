/** A rectangle: on the screen in pixels, or on the map in its units. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The area that two boxes share, in square pixels or square map units. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** What lies on the map, in pixels from the stage's upper left: the controls, and the card in the corner. */
export function obstaclesOn(stage: HTMLElement | null, which = '[data-obstacle]'): Box[] {
  if (!stage) return [];
  const from = stage.getBoundingClientRect();
  return [...stage.querySelectorAll(which)].map((thing) => {
    const { left, top, right, bottom } = thing.getBoundingClientRect();
    return { left: left - from.left, top: top - from.top, right: right - from.left, bottom: bottom - from.top };
  });
}
