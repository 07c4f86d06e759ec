/** A rectangle on the screen, in pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The area that two boxes share, in square pixels. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** What lies on the map: the controls, and the card in the corner. */
export function obstaclesOn(stage: HTMLElement | null): Box[] {
  return [...(stage?.querySelectorAll<HTMLElement>('[data-obstacle]') ?? [])].map(
    ({ offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight }) => ({
      left,
      top,
      right: left + offsetWidth,
      bottom: top + offsetHeight,
    }),
  );
}
