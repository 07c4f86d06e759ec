import type { Hexmap } from '@hexpedition/contract';
import { memo } from 'react';
import { plural } from '#lib/format.ts';
import { rootOf } from '../atlas/atlas.ts';
import { Blank } from './blank.tsx';
import css from './scene.module.css';

/** All that never changes while the map is open: sea, land, grid and engraved signs, a few merged paths in all. */
export const Land = memo(function Land({ map }: { map: Hexmap }) {
  return (
    <>
      {map.shoals.map((d) => (
        <path key={d.length} className={css.shoal} d={d} />
      ))}
      <path className={css.dots} d={dotRows(map.bounds)} />
      {map.continents.map(({ slug, colour, coast, grid }) => (
        <g key={slug} data-hue={colour}>
          <path className={css.coast} d={coast} />
          <path className={css.grid} d={grid} />
        </g>
      ))}
      {map.terrain.map(({ type, d }) => (
        <path key={type} className={css.terrain} d={d} />
      ))}
    </>
  );
});

/** Lines whose dashes are dots: the graticule's crossings, as one path. */
function dotRows({ x, y, width, height }: Hexmap['bounds']): string {
  const step = 128;
  const from = (value: number) => Math.floor((value - 1100) / step) * step;
  const rows: string[] = [];
  for (let at = from(y); at < y + height + 1100; at += step)
    rows.push(`M${from(x)} ${at}H${Math.round(x + width + 1100)}`);
  return rows.join('');
}

interface NamesProps {
  map: Hexmap;
  current: string | undefined;
  /** The one stop of the tab key, once the arrow keys work. */
  stop: string | null;
}

/** The names of the continents: links to them. */
export const Names = memo(function Names({ map, current, stop }: NamesProps) {
  return map.continents.map(({ slug, name, colour, label, trainings, labs }) => {
    const counts = [plural(trainings.length, 'course'), labs.length > 0 && plural(labs.length, 'lab')].filter(Boolean);
    const ref = `continent:${slug}`;
    return (
      <g key={slug} transform={`translate(${label.x} ${label.y})`}>
        <a
          href={`${rootOf(map)}/${slug}`}
          className={css.place}
          data-hue={colour}
          data-ref={ref}
          tabIndex={stop === null ? undefined : stop === ref ? 0 : -1}
          aria-current={slug === current ? 'true' : undefined}
        >
          <rect className={css.placeHit} x="-140" y="-36" width="280" height="64" />
          <text className={css.placeName}>{name}</text>
          <text className={css.placeCount} dy="20">
            <Blank />
            {counts.join(' · ')}
          </text>
        </a>
      </g>
    );
  });
});
