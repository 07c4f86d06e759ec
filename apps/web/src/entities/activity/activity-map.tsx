import type { Profile } from '@hexpedition/contract';
import { useId } from 'react';
import { day, plural } from '#lib/format.ts';
import { calendar, weeks } from './activity-calendar.ts';
import css from './activity-map.module.css';
import months from './months.module.css';

/** Width of a day including the gap after it, in the units of the SVG. */
const step = 13;
const cellSize = 10;
const top = 16;

interface Props {
  activity: NonNullable<Profile['activity']>;
  /** Time of the response. The server and the browser must use the same date for today. */
  at: number;
}

/** The activity of a year. The sentence and the table give screen readers the same data as the drawing. */
export function ActivityMap({ activity, at }: Props) {
  const year = calendar(activity, at);
  const grid = useId();
  const emptyCells = `url(#${grid})`;
  return (
    <div className={css.activity}>
      <p className={css.sentence}>
        {year.days === 0
          ? 'No lesson, flag or review in the last 53 weeks.'
          : `${plural(year.count, 'lesson, flag or review', 'lessons, flags and reviews')} on ${plural(year.days, 'day')} of the last 53 weeks.`}
      </p>
      <div className={css.frame}>
        <svg className={css.map} viewBox={`0 0 ${weeks * step} ${top + 7 * step}`} aria-hidden="true">
          <defs>
            <pattern id={grid} width={step} height={step} patternUnits="userSpaceOnUse" y={top}>
              <rect className={css.empty} width={cellSize} height={cellSize} />
            </pattern>
          </defs>
          {year.months.map(({ week, name }) => (
            <text key={`${week}`} className={css.month} x={week * step} y="9">
              {name}
            </text>
          ))}
          <rect y={top} width={(weeks - 1) * step} height={7 * step} fill={emptyCells} />
          <rect x={(weeks - 1) * step} y={top} width={step} height={year.daysOfLastWeek * step} fill={emptyCells} />
          {year.cells.map((cell) => (
            <rect
              key={cell.day}
              className={css.cell}
              data-level={cell.level}
              x={cell.week * step}
              y={top + cell.weekday * step}
              width={cellSize}
              height={cellSize}
            >
              <title>{`${day(cell.day)}: ${cell.count}`}</title>
            </rect>
          ))}
        </svg>
      </div>
      {year.table.length > 0 && (
        <details className={months.months}>
          <summary>By month</summary>
          <table className={months.table}>
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col">Days</th>
                <th scope="col">Lessons, flags, reviews</th>
              </tr>
            </thead>
            <tbody>
              {year.table.map(({ month, days, count }) => (
                <tr key={month}>
                  <th scope="row">{month}</th>
                  <td>{days}</td>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  );
}
