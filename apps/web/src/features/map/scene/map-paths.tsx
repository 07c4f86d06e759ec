import { memo } from 'react';
import { type Atlas, highlightedPaths, type Path } from '../atlas/atlas.ts';
import { isTravelled, type Journey } from '../atlas/journey.ts';
import css from './scene.module.css';

/**
 * All paths as separate elements. For every part of the picture that a path may touch, the browser computes the dots along
 * the whole path, and it skips all other paths.
 */
export const Paths = memo(function Paths({ atlas, journey }: { atlas: Atlas; journey: Journey }) {
  // Travelled paths are drawn on top where paths share hexes.
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

interface HighlightedPathsProps {
  atlas: Atlas;
  journey: Journey;
  highlighted: string | undefined;
}

/** Highlights the paths to and from the node under the pointer. Travelled paths are already highlighted. */
export function HighlightedPaths({ atlas, journey, highlighted }: HighlightedPathsProps) {
  const paths = highlighted ? highlightedPaths(atlas, highlighted) : [];
  const remaining = paths.filter((path) => !isTravelled(path, atlas, journey));
  return remaining.length > 0 ? <path className={css.litPath} d={remaining.map(({ d }) => d).join('')} /> : null;
}
