import type { Profile } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { day, number, plural } from '#lib/format.ts';
import months from '../../entities/activity/months.module.css';
import { buildPointsChart, height, width } from './points-chart.ts';
import css from './points-section.module.css';

interface Props {
  points: NonNullable<Profile['points']>;
  /** Time of the response. The server and the browser must use the same date for today. */
  at: number;
}

/** The learner's ranks, and a chart of their points. The sentence and the table give screen readers the same data. */
export function PointsSection({ points, at }: Props) {
  return (
    <div className={css.points}>
      <dl className={css.places}>
        <RankItem name="All time" score={points} search={{}} />
        <RankItem name="This month" score={points.month} search={{ period: 'month' }} />
        <RankItem name="This week" score={points.week} search={{ period: 'week' }} />
      </dl>
      <Chart points={points} at={at} />
    </div>
  );
}

interface RankItemProps {
  name: string;
  score: { rank: number | null; points: number };
  search: { period?: 'month' | 'week' };
}

const RankItem = ({ name, score: { rank, points }, search }: RankItemProps) => (
  <div>
    <dt>
      <Link to="/leaderboard" search={search}>
        {name}
      </Link>
    </dt>
    <dd>
      <span className={css.rank}>{rank === null ? 'No rank' : `Rank ${number(rank)}`}</span>
      {pointsText(points)}
    </dd>
  </div>
);

const pointsText = (points: number) => plural(points, 'point').replace(/^\d+/, number(points));

function Chart({ points: { history, points }, at }: Props) {
  const chart = buildPointsChart(history, at);
  if (!chart) return null;
  return (
    <>
      <p className={css.sentence}>
        {`${pointsText(points)} since ${day(chart.first)}, gained on ${plural(history.length, 'day')}.`}
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
              <th scope="col">Total at the end</th>
            </tr>
          </thead>
          <tbody>
            {chart.months.map(({ month, gained, points: total }) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                <td>{number(gained)}</td>
                <td>{number(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
