import css from './scene.module.css';

interface Level {
  /** The level is for this many pixels per map unit and more. */
  least: number;
  className: string | undefined;
  /** Sizes of the letters in map units, as in the stylesheet; 0 where the names are not drawn. */
  course: number;
  lab: number;
  continent: number;
}

/** From near to far. */
const levels: readonly [Level, ...Level[]] = [
  { least: 0.95, className: css.near, course: 14, lab: 12.6, continent: 26 },
  { least: 0.58, className: css.mid, course: 18, lab: 16.2, continent: 30 },
  { least: 0.36, className: css.wide, course: 24, lab: 0, continent: 42 },
  { least: 0, className: css.far, course: 0, lab: 0, continent: 66 },
];

/** The level of detail that suits pixels per map unit `k`. */
export const levelAt = (k: number): Level => levels.find(({ least }) => k >= least) ?? levels[0];

export const levelOfDetail = (k: number): string => levelAt(k).className ?? '';

/** Gives the scene the one class that suits pixels per map unit `k`; writes only when it changes. */
export function setLevelOfDetail(scene: SVGSVGElement, k: number): void {
  const level = levelOfDetail(k);
  if (!level || scene.classList.contains(level)) return;
  for (const { className } of levels) if (className) scene.classList.remove(className);
  scene.classList.add(level);
}
