import type { Hexmap } from '@hexpedition/contract';
import { memo, type Ref } from 'react';
import { useFeatures } from '#entities/site/use-features.ts';
import { plural } from '#lib/format.ts';
import { type Atlas, highlightedPaths, type Path, rootOf } from '../atlas/atlas.ts';
import { isTravelled, type Journey, markerLabels } from '../atlas/journey.ts';
import type { Selection } from '../atlas/map-selection.ts';
import { nodeLabel } from '../atlas/node-labels.ts';
import { mapTargets } from '../map-skip-targets.ts';
import { NodeLink } from './node-link.tsx';
import css from './scene.module.css';

interface Props {
  atlas: Atlas;
  journey: Journey;
  selection: Selection;
  /** The node under the pointer or the focus. */
  highlighted: string | undefined;
  /** The single tab stop. Null before hydration, when every link is a tab stop. */
  stop: string | null;
  /** Initial view as SVG attributes, for pages without JavaScript. */
  view: { viewBox: string; preserveAspectRatio: string };
  /** CSS class of the initial level of detail. The camera changes it later. */
  level: string;
  ref: Ref<SVGSVGElement>;
}

/**
 * All paths as separate elements. For every part of the picture that a path may touch, the browser computes the dots along
 * the whole path, and it skips all other paths.
 */
const Paths = memo(function Paths({ atlas, journey }: { atlas: Atlas; journey: Journey }) {
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
function HighlightedPaths({ atlas, journey, highlighted }: HighlightedPathsProps) {
  const paths = highlighted ? highlightedPaths(atlas, highlighted) : [];
  const remaining = paths.filter((path) => !isTravelled(path, atlas, journey));
  return remaining.length > 0 ? <path className={css.litPath} d={remaining.map(({ d }) => d).join('')} /> : null;
}

/** Static part of the map: sea, land, grid and terrain, merged into a few paths. */
const Land = memo(function Land({ map }: { map: Hexmap }) {
  const { company } = useFeatures();
  return (
    <>
      {map.shoals.map((d) => (
        <path key={d} className={css.shoal} d={d} />
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
        <path key={d} className={css.terrain} d={d} />
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
const Names = memo(function Names({ map, current, stop }: NamesProps) {
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

/** The whole map as one SVG. React renders the content; the camera moves it outside React. */
export const Scene = memo(function Scene({ atlas, journey, selection, highlighted, stop, view, level, ref }: Props) {
  const selected = selection.level === 'node' || selection.level === 'detail' ? selection.node : undefined;
  const continent = selection.level === 'continent' ? selection.continent.slug : undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links in an SVG, where fieldset does not exist
    <svg
      ref={ref}
      {...mapTargets.map}
      className={`${css.scene} ${level}`}
      {...view}
      role="group"
      aria-label="Map. Use the arrow keys to move between hexes."
    >
      <Land map={atlas.map} />
      <Paths atlas={atlas} journey={journey} />
      <HighlightedPaths atlas={atlas} journey={journey} highlighted={highlighted} />
      <Names map={atlas.map} current={continent} stop={stop} />
      {atlas.nodes.map((node) => (
        <NodeLink
          key={node.ref}
          node={node}
          state={journey.state(node)}
          share={journey.share(node)}
          label={nodeLabel(node, journey)}
          beacon={node === journey.here ? markerLabels[journey.marker] : null}
          selected={node === selected}
          tabIndex={stop === null ? undefined : stop === node.ref ? 0 : -1}
        />
      ))}
    </svg>
  );
});
