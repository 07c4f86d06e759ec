import type { Hexmap } from '@hexpedition/contract';
import { memo } from 'react';
import type { Course, CourseState } from './coverage.ts';
import css from './plan-map.module.css';

interface Props {
  map: Hexmap;
  courses: readonly { course: Course; state: CourseState }[];
}

/** The chart with a hex for each course: what a plan opens, and what it leaves shut. The words below say the same. */
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
          {state !== 'open' && state !== 'shut' && <path className={css.ring} d={hexagon(74)} />}
          <path className={css.hex} d={hexagon(44)} />
        </g>
      ))}
    </svg>
  );
});

/** A hex as the map draws it, for the key. */
export const KeyHex = ({ state }: { state: CourseState }) => (
  <svg className={css.key} viewBox="-58 -58 116 116" width="14" height="14" aria-hidden="true">
    <g className={css.course} data-state={state}>
      <path className={css.hex} d={hexagon(50)} />
    </g>
  </svg>
);

/** A pointy-topped hexagon around the middle. */
function hexagon(radius: number): string {
  const [w, h] = [Math.round(radius * 0.866), radius / 2];
  return `M0 ${-radius}l${w} ${h}v${radius}l${-w} ${h}l${-w} ${-h}v${-radius}Z`;
}
