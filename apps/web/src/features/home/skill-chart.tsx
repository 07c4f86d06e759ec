import type { Overview } from '@hexpedition/contract';
import { wrapName } from '@hexpedition/hexkit/wrap-name';
import { HexDot } from '#ui/hex-dot.tsx';
import css from './skill-chart.module.css';

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** The share of each continent that is completed, as a table and, with three or more continents, as a radar chart. */
export function SkillChart({ radar }: { radar: Overview['radar'] }) {
  if (radar.length === 0) return null;
  return (
    <section aria-labelledby="skills">
      <h2 id="skills" className={css.heading}>
        Skills by continent
      </h2>
      <div className={css.frame}>
        <div className={css.body}>
          {radar.length >= 3 && <Radar radar={radar} />}
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Continent</th>
                <th scope="col">Completed</th>
                <th scope="col">Lessons</th>
                <th scope="col">Points</th>
              </tr>
            </thead>
            <tbody>
              {radar.map(({ slug, name, colour, share, done, total, points, points_total }) => (
                <tr key={slug}>
                  <th scope="row">
                    <span className={css.name} data-hue={colour}>
                      <HexDot />
                      {name}
                    </span>
                  </th>
                  <td>{percent(share)}</td>
                  <td>
                    {done} of {total}
                  </td>
                  <td>
                    {points} of {points_total}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}

/** Distance from the centre of the chart to its outermost ring. */
const radius = 100;
/** Size of the whole chart, with space for the names at its sides. */
const width = 400;
const height = 250;

const round = (value: number) => Math.round(value * 10) / 10;

/** A point on a spoke at a distance from the centre. The first spoke points upwards, the others follow clockwise. */
export function pointOnSpoke(index: number, count: number, distance: number): { x: number; y: number } {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
  return { x: round(Math.cos(angle) * distance), y: round(Math.sin(angle) * distance) };
}

/** The closed outline through all shares (0 to 1), as SVG path data. */
export function outlinePath(shares: readonly number[]): string {
  const points = shares.map((share, index) => {
    const { x, y } = pointOnSpoke(index, shares.length, share * radius);
    return `${x} ${y}`;
  });
  return `M${points.join('L')}Z`;
}

/** The radar chart is hidden from screen readers, because the table contains the same data. */
function Radar({ radar }: { radar: Overview['radar'] }) {
  const shares = radar.map(({ share }) => share);
  return (
    <svg className={css.radar} viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`} aria-hidden="true">
      {[0.25, 0.5, 0.75, 1].map((ring) => (
        <path key={ring} className={css.ring} d={outlinePath(radar.map(() => ring))} />
      ))}
      {radar.map(({ slug }, index) => {
        const { x, y } = pointOnSpoke(index, radar.length, radius);
        return <path key={slug} className={css.ring} d={`M0 0L${x} ${y}`} />;
      })}
      <path className={css.shape} d={outlinePath(shares)} />
      {radar.map(({ slug, colour, share }, index) => {
        const { x, y } = pointOnSpoke(index, radar.length, share * radius);
        return <circle key={slug} className={css.point} data-hue={colour} cx={x} cy={y} r="4" />;
      })}
      {radar.map(({ slug, name }, index) => {
        const { x, y } = pointOnSpoke(index, radar.length, radius + 16);
        const anchor = Math.abs(x) < 8 ? 'middle' : x > 0 ? 'start' : 'end';
        const lines = wrapName(name, 12);
        return (
          <text key={slug} className={css.spoke} y={y} textAnchor={anchor} dominantBaseline="middle">
            {lines.map((line, at) => (
              <tspan key={line} x={x} dy={at > 0 ? '1.2em' : lines.length > 1 ? '-0.6em' : 0}>
                {line}
              </tspan>
            ))}
          </text>
        );
      })}
    </svg>
  );
}
