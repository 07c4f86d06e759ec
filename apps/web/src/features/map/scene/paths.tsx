import { memo } from 'react';
import { type Atlas, litPaths, type Path } from '../atlas/atlas.ts';
import { isTravelled, type Journey } from '../atlas/journey.ts';
import css from './scene.module.css';

const merged = (paths: readonly Path[]) => paths.map(({ d }) => d).join('');

/**
 * The paths: one merged SVG path for each kind and continent. One for the whole map would be slower: the browser counts
 * the dots along the whole of a path, and it skips a path that lies off the screen.
 */
export const Paths = memo(function Paths({ atlas, journey }: { atlas: Atlas; journey: Journey }) {
  return (
    <g className={css.paths}>
      {atlas.map.continents.map((continent) => {
        const paths = atlas.paths.filter(({ from }) => atlas.byRef.get(from)?.continent === continent);
        const travelled = paths.filter((path) => isTravelled(path, atlas, journey));
        const open = paths.filter((path) => !travelled.includes(path));
        return (
          <g key={continent.slug}>
            <path className={css.openPath} d={merged(open.filter(({ style }) => style === 'main'))} />
            <path className={css.optionalPath} d={merged(open.filter(({ style }) => style === 'optional'))} />
            <path className={css.travelledPath} d={merged(travelled)} />
          </g>
        );
      })}
    </g>
  );
});

interface LitProps {
  atlas: Atlas;
  journey: Journey;
  lit: string | undefined;
}

/** What leads to the node under the pointer, and on from it. Travelled paths shine already. */
export function LitPaths({ atlas, journey, lit }: LitProps) {
  const paths = lit ? litPaths(atlas, lit) : [];
  const d = merged(paths.filter((path) => !isTravelled(path, atlas, journey)));
  return d ? <path className={css.litPath} d={d} /> : null;
}
