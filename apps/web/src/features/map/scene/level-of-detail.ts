import css from './scene.module.css';

interface Level {
  name: 'near' | 'mid' | 'wide' | 'far';
  /** The level is for this many pixels per map unit and more. */
  least: number;
  className: string | undefined;
  /** Sizes of the letters in map units, as in the stylesheet; 0 where the names are not drawn. */
  course: number;
  lab: number;
  continent: number;
}

/** From near to far. */
export const levels: readonly [Level, ...Level[]] = [
  { least: 0.95, name: 'near', className: css.near, course: 14, lab: 12.6, continent: 26 },
  { least: 0.58, name: 'mid', className: css.mid, course: 18, lab: 16.2, continent: 30 },
  { least: 0.36, name: 'wide', className: css.wide, course: 24, lab: 0, continent: 42 },
  { least: 0, name: 'far', className: css.far, course: 0, lab: 0, continent: 66 },
];

/** The level of detail that suits pixels per map unit `k`. */
export const levelAt = (k: number): Level => levels.find(({ least }) => k >= least) ?? levels[0];

export const levelOfDetail = (k: number): string => levelAt(k).className ?? '';

/** A level serves this much beyond its distance while the picture moves, because another one is painted from scratch. */
const SLACK = 1.7;

/** Gives the scene the one class that suits pixels per map unit `k`; writes only when it changes. */
export function setLevelOfDetail(scene: SVGSVGElement, k: number, picture: 'moving' | 'resting'): void {
  const classes = scene.classList;
  const serves = ({ className }: Level) => className !== undefined && classes.contains(className);
  if (picture === 'moving' && [k * SLACK, k / SLACK].map(levelAt).some(serves)) return;
  const level = levelOfDetail(k);
  if (!level || classes.contains(level)) return;
  for (const { className } of levels) if (className) classes.remove(className);
  classes.add(level);
}
