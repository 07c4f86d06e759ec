import type { Hexmap } from '@hexpedition/contract';
import { memo } from 'react';
import type { Course, CourseState } from './plan-coverage.ts';
import css from './plan-map.module.css';

interface Props {
  map: Hexmap;
  courses: readonly { course: Course; state: CourseState }[];
}

/**
 * Small map with one hexagon per course that shows the effect of a plan. Decorative: the legend below has the numbers.
 */
export const PlanMap = memo(function PlanMap({ map, courses }: Props) {
  const { x, y, width, height } = map.bounds;
  const sea = 90;
  return (
    <svg
      className={css.map}
      viewBox={[x - sea, y - sea, width + 2 * sea, height + 2 * sea].map(Math.round).join(' ')}
      aria-hidden="true"
    >
      {map.shoals.map((d) => (
        <path key={d.length} className={css.shoal} d={d} />
      ))}
      {map.continents.map(({ slug, colour, coast }) => (
        <path key={slug} className={css.coast} data-hue={colour} d={coast} />
      ))}
      {courses.map(({ course, state }) => (
        <g key={course.slug} className={css.course} data-state={state} transform={`translate(${course.x} ${course.y})`}>
          {state !== 'unlocked' && state !== 'locked' && <path className={css.ring} d={hexagon(74)} />}
          <path className={css.hex} d={hexagon(44)} />
        </g>
      ))}
    </svg>
  );
});

/** Hexagon of the legend, drawn as on the map. */
export const LegendHex = ({ state }: { state: CourseState }) => (
  <svg className={css.legendHex} viewBox="-58 -58 116 116" width="14" height="14" aria-hidden="true">
    <g className={css.course} data-state={state}>
      <path className={css.hex} d={hexagon(50)} />
    </g>
  </svg>
);

/** Returns the path of a pointy-topped hexagon around the origin. */
function hexagon(radius: number): string {
  const [w, h] = [Math.round(radius * 0.866), radius / 2];
  return `M0 ${-radius}l${w} ${h}v${radius}l${-w} ${h}l${-w} ${-h}v${-radius}Z`;
}
