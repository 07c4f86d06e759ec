import { memo, type Ref } from 'react';
import type { Atlas } from '../atlas/atlas.ts';
import { type Journey, markerLabels } from '../atlas/journey.ts';
import type { Selection } from '../atlas/map-selection.ts';
import { nodeLabel } from '../atlas/node-labels.ts';
import { Land, Names } from './land.tsx';
import { HighlightedPaths, Paths } from './map-paths.tsx';
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

/** The whole map as one SVG. React renders the content; the camera moves it outside React. */
export const Scene = memo(function Scene({ atlas, journey, selection, highlighted, stop, view, level, ref }: Props) {
  const selected = selection.level === 'node' || selection.level === 'detail' ? selection.node : undefined;
  const continent = selection.level === 'continent' ? selection.continent.slug : undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links in an SVG, where fieldset does not exist
    <svg
      ref={ref}
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
