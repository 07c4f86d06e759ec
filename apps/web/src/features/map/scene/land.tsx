import type { Hexmap } from '@hexpedition/contract';
import { memo } from 'react';
import { useFeatures } from '#entities/site/use-features.ts';
import { plural } from '#lib/format.ts';
import { rootOf } from '../atlas/atlas.ts';
import css from './scene.module.css';

/** Static part of the map: sea, land, grid and terrain, merged into a few paths. */
export const Land = memo(function Land({ map }: { map: Hexmap }) {
  const { company } = useFeatures();
  return (
    <>
      {map.shoals.map((d) => (
        <path key={d.length} className={css.shoal} d={d} />
      ))}
      {dotRows(map.bounds).map((d) => (
        <path key={d} className={css.dots} d={d} />
      ))}
      {map.continents.map(({ slug, colour, coast, grid }) => (
        <g key={slug} data-hue={colour}>
          {/* Below the land, so that a ring is visible around its coast. */}
          {slug === company?.continent && company.colour && (
            <path className={css.sponsored} data-hue={company.colour} d={coast} />
          )}
          <path className={css.coast} d={coast} />
          <path className={css.grid} d={grid} />
        </g>
      ))}
      {map.terrain.map(({ d }) => (
        <path key={d.slice(0, 40)} className={css.terrain} d={d} />
      ))}
    </>
  );
});

/** Returns one dotted line per row of graticule crossings. Separate paths let the browser skip rows off the screen. */
function dotRows({ x, y, width, height }: Hexmap['bounds']): string[] {
  const step = 128;
  const from = (value: number) => Math.floor((value - 1100) / step) * step;
  const rows: string[] = [];
  for (let at = from(y); at < y + height + 1100; at += step)
    rows.push(`M${from(x)} ${at}H${Math.round(x + width + 1100)}`);
  return rows;
}

interface NamesProps {
  map: Hexmap;
  current: string | undefined;
  /** The single tab stop, or null before hydration. */
  stop: string | null;
}

/** Names of the continents as links. */
export const Names = memo(function Names({ map, current, stop }: NamesProps) {
  return map.continents.map(({ slug, name, colour, label, trainings, labs }) => {
    const counts = [plural(trainings.length, 'course'), labs.length > 0 && plural(labs.length, 'lab')].filter(Boolean);
    const ref = `continent:${slug}`;
    return (
      <a
        key={slug}
        href={`${rootOf(map)}/${slug}`}
        className={css.place}
        data-hue={colour}
        data-ref={ref}
        tabIndex={stop === null ? undefined : stop === ref ? 0 : -1}
        aria-current={slug === current ? 'true' : undefined}
      >
        <rect className={css.placeHit} x={label.x - 140} y={label.y - 36} width="280" height="64" />
        {/* The space separates the texts when they are read as one string. */}
        <text className={css.placeName} {...label}>
          {`${name} `}
        </text>
        <text className={css.placeCount} x={label.x} y={label.y + 20}>
          {counts.join(' · ')}
        </text>
      </a>
    );
  });
});
