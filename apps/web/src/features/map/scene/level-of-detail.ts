import css from './scene.module.css';

const levels: [least: number, name: string | undefined][] = [
  [0.95, css.near],
  [0.58, css.mid],
  [0.36, css.wide],
  [0, css.far],
];

export const levelOfDetail = (k: number): string => levels.find(([least]) => k >= least)?.[1] ?? '';

/** Gives the scene the one class that suits pixels per map unit `k`; writes only when it changes. */
export function setLevelOfDetail(scene: SVGSVGElement, k: number): void {
  const level = levelOfDetail(k);
  if (!level || scene.classList.contains(level)) return;
  for (const [, name] of levels) if (name) scene.classList.remove(name);
  scene.classList.add(level);
}
