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

/** Gives the scene the one class that suits pixels per map unit `k`; writes only when it changes. */
export function setLevelOfDetail(scene: SVGSVGElement, k: number): void {
  const classes = scene.classList;
  const level = levelOfDetail(k);
  if (!level || classes.contains(level)) return;
  classes.remove(...levels.map(({ name }) => css[name] ?? ''));
  classes.add(level);
}
