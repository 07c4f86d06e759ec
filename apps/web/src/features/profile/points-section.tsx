import type { Profile } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { day, number, plural } from '#lib/format.ts';
import months from './months.module.css';
import { chartOf, height, width } from './points-history.ts';
import css from './points-section.module.css';

interface Props {
  points: NonNullable<Profile['points']>;
  /** When the answer came: the server's page and the browser's have to agree on what today is. */
  at: number;
}

/** Where a learner stands, and how the points came. The drawing is for the eye; the sentence and the table say the same. */
export function PointsSection({ points, at }: Props) {
  return (
    <div className={css.points}>
      <dl className={css.places}>
        <Place name="All time" place={points} search={{}} />
        <Place name="This month" place={points.month} search={{ period: 'month' }} />
        <Place name="This week" place={points.week} search={{ period: 'week' }} />
      </dl>
      <Chart points={points} at={at} />
    </div>
  );
}

interface PlaceProps {
  name: string;
  place: { rank: number | null; points: number };
  search: { period?: 'month' | 'week' };
}

const Place = ({ name, place: { rank, points }, search }: PlaceProps) => (
  <div>
    <dt>
      <Link to="/leaderboard" search={search}>
        {name}
      </Link>
    </dt>
    <dd>
      <span className={css.rank}>{rank === null ? 'No rank' : `Number ${number(rank)}`}</span>
      {plural(points, 'point').replace(/^\d+/, number(points))}
    </dd>
  </div>
);

function Chart({ points: { history, points }, at }: Props) {
  const chart = chartOf(history, at);
  if (!chart) return null;
  return (
    <>
      <p className={css.sentence}>
        {`From the first on ${day(chart.first)} to ${number(points)} now, on ${plural(history.length, 'day')}.`}
      </p>
      <div className={css.frame}>
        <span className={css.top}>{number(chart.top)}</span>
        <svg className={css.chart} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={css.grid} d={`M0 0H${width}M0 ${height / 2}H${width}M0 ${height}H${width}`} />
          <path className={css.area} d={chart.area} />
          <path className={css.line} d={chart.line} />
        </svg>
        <span className={css.bottom}>0</span>
        <span className={css.from}>{day(chart.first)}</span>
        <span className={css.until}>today</span>
      </div>
      <details className={months.months}>
        <summary>By month</summary>
        <table className={months.table}>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Points gained</th>
              <th scope="col">Points at its end</th>
            </tr>
          </thead>
          <tbody>
            {chart.months.map(({ month, gained, points: sum }) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                <td>{number(gained)}</td>
                <td>{number(sum)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
