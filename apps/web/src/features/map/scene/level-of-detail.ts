import css from './scene.module.css';

export interface Level {
  name: 'near' | 'mid' | 'wide' | 'far';
  /** The level is for this many pixels per map unit and more. */
  least: number;
}

/** From near to far. */
export const levels: readonly [Level, ...Level[]] = [
  { name: 'near', least: 0.95 },
  { name: 'mid', least: 0.58 },
  { name: 'wide', least: 0.36 },
  { name: 'far', least: 0 },
];

/** The level of detail that suits pixels per map unit `k`. */
export const levelAt = (k: number): Level => levels.find(({ least }) => k >= least) ?? levels[0];

export const levelOfDetail = (k: number): string => css[levelAt(k).name] ?? '';

/**
 * Gives the scene the one class that suits pixels per map unit `k`; writes only when it changes. While the map moves,
 * details only go: to draw more of them holds the picture up, and they are read when it has come to rest.
 */
export function setLevelOfDetail(scene: SVGSVGElement, k: number, isMoving: boolean): void {
  const classes = scene.classList;
  const names = levels.map(({ name }) => css[name] ?? '');
  const [now, next] = [names.findIndex((name) => classes.contains(name)), levels.indexOf(levelAt(k))];
  if (next === now || (isMoving && next < now)) return;
  classes.remove(...names);
  classes.add(names[next] ?? '');
}
