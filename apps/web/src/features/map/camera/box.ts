/** Rectangle, in pixels on the screen or in units of the map. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the area of the intersection of two boxes, in square pixels or square map units. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Returns the boxes of the controls and the card that cover the map, in pixels from the stage's upper left corner. */
export function obstaclesOn(stage: HTMLElement | null, which = '[data-obstacle]'): Box[] {
  if (!stage) return [];
  const from = stage.getBoundingClientRect();
  return [...stage.querySelectorAll(which)].map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left: left - from.left, top: top - from.top, right: right - from.left, bottom: bottom - from.top };
  });
}
