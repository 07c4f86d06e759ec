import { memo } from 'react';
import { type Atlas, litPaths, type Path } from '../atlas/atlas.ts';
import { isTravelled, type Journey } from '../atlas/journey.ts';
import css from './scene.module.css';

/**
 * The paths, each by itself: the browser counts the dots along the whole of a path, for every part of the picture that
 * the path may touch, and skips the others.
 */
export const Paths = memo(function Paths({ atlas, journey }: { atlas: Atlas; journey: Journey }) {
  // Travelled ones lie on top where paths share hexes.
  const isDone = (path: Path) => isTravelled(path, atlas, journey);
  const drawn = [...atlas.paths.filter((path) => !isDone(path)), ...atlas.paths.filter(isDone)];
  return (
    <g className={css.paths}>
      {drawn.map((path, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a map may have the same edge on two paths
        <path key={i} className={classOf(path, atlas, journey)} d={path.d} />
      ))}
    </g>
  );
});

function classOf(path: Path, atlas: Atlas, journey: Journey): string | undefined {
  if (isTravelled(path, atlas, journey)) return css.travelledPath;
  return path.style === 'main' ? css.openPath : css.optionalPath;
}

interface LitProps {
  atlas: Atlas;
  journey: Journey;
  lit: string | undefined;
}

/** What leads to the node under the pointer, and on from it. Travelled paths shine already. */
export function LitPaths({ atlas, journey, lit }: LitProps) {
  const paths = lit ? litPaths(atlas, lit) : [];
  const dark = paths.filter((path) => !isTravelled(path, atlas, journey));
  return dark.length > 0 ? <path className={css.litPath} d={dark.map(({ d }) => d).join('')} /> : null;
}
