import type { Overview } from '@hexpedition/contract';
import { height, nameLines, outlineOf, pointOn, radius, width } from './radar-shape.ts';
import css from './skills.module.css';

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** How much of each continent is done: drawn as a radar where it makes a shape, and always as a table. */
export function Skills({ radar }: { radar: Overview['radar'] }) {
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
                <th scope="col">Done</th>
                <th scope="col">Lessons</th>
                <th scope="col">Points</th>
              </tr>
            </thead>
            <tbody>
              {radar.map(({ slug, name, colour, share, done, total, points, points_total }) => (
                <tr key={slug}>
                  <th scope="row">
                    <span className={css.name} data-hue={colour}>
                      <svg className={css.dot} viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
                        <path d="M5 0 9.3 2.5v5L5 10 .7 7.5v-5Z" />
                      </svg>
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

/** The table says the same. */
function Radar({ radar }: { radar: Overview['radar'] }) {
  const shares = radar.map(({ share }) => share);
  return (
    <svg className={css.radar} viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`} aria-hidden="true">
      {[0.25, 0.5, 0.75, 1].map((ring) => (
        <path key={ring} className={css.ring} d={outlineOf(radar.map(() => ring))} />
      ))}
      {radar.map(({ slug }, index) => {
        const { x, y } = pointOn(index, radar.length, radius);
        return <path key={slug} className={css.ring} d={`M0 0L${x} ${y}`} />;
      })}
      <path className={css.shape} d={outlineOf(shares)} />
      {radar.map(({ slug, colour, share }, index) => {
        const { x, y } = pointOn(index, radar.length, share * radius);
        return <circle key={slug} className={css.point} data-hue={colour} cx={x} cy={y} r="4" />;
      })}
      {radar.map(({ slug, name }, index) => {
        const { x, y } = pointOn(index, radar.length, radius + 16);
        const anchor = Math.abs(x) < 8 ? 'middle' : x > 0 ? 'start' : 'end';
        const lines = nameLines(name);
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
