import css from './scene.module.css';

export interface Level {
  name: 'near' | 'mid' | 'wide' | 'far';
  /** Minimum zoom of the level, in pixels per map unit. */
  minZoom: number;
}

/** Levels from near to far. */
export const levels: readonly [Level, ...Level[]] = [
  { name: 'near', minZoom: 0.95 },
  { name: 'mid', minZoom: 0.58 },
  { name: 'wide', minZoom: 0.36 },
  { name: 'far', minZoom: 0 },
];

/** Returns the level of detail for `k` pixels per map unit. */
export const levelAt = (k: number): Level => levels.find(({ minZoom }) => k >= minZoom) ?? levels[0];

/** Returns the CSS class of the level of detail for `k` pixels per map unit. */
export const levelOfDetail = (k: number): string => css[levelAt(k).name] ?? '';

/**
 * Sets the scene's class of the level of detail for `k` pixels per map unit, if it has changed. While the map moves, details
 * are only removed, because drawing more of them would delay the picture.
 */
export function setLevelOfDetail(scene: SVGSVGElement, k: number, isMoving: boolean): void {
  const classes = scene.classList;
  const names = levels.map(({ name }) => css[name] ?? '');
  const [current, next] = [names.findIndex((name) => classes.contains(name)), levels.indexOf(levelAt(k))];
  if (next === current || (isMoving && next < current)) return;
  classes.remove(...names);
  classes.add(names[next] ?? '');
}
