import { memo, type Ref } from 'react';
import type { Atlas } from '../atlas/atlas.ts';
import { type Journey, markerLabels } from '../atlas/journey.ts';
import { nodeLabel } from '../atlas/labels.ts';
import type { Selection } from '../atlas/selection.ts';
import { Land, Names } from './land.tsx';
import { NodeLink } from './node-link.tsx';
import { LitPaths, Paths } from './paths.tsx';
import css from './scene.module.css';

interface Props {
  atlas: Atlas;
  journey: Journey;
  selection: Selection;
  /** The node under the pointer or the focus. */
  lit: string | undefined;
  /** The one stop of the tab key; null until the arrow keys work: before that every link is a stop. */
  stop: string | null;
  /** The first view, as attributes: what there is without a script. */
  view: { viewBox: string; preserveAspectRatio: string };
  /** The level of detail for that view; the camera changes it later. */
  level: string;
  ref: Ref<SVGSVGElement>;
}

/** The whole map as one SVG. React draws what a change of its properties concerns; the camera moves it from outside. */
export const Scene = memo(function Scene({ atlas, journey, selection, lit, stop, view, level, ref }: Props) {
  const selected = selection.level === 'node' || selection.level === 'detail' ? selection.node : undefined;
  const continent = selection.level === 'continent' ? selection.continent.slug : undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links within an SVG, where there is no fieldset
    <svg
      ref={ref}
      className={`${css.scene} ${level}`}
      {...view}
      role="group"
      aria-label="Map. Arrow keys go from place to place."
    >
      <Land map={atlas.map} />
      <Paths atlas={atlas} journey={journey} />
      <LitPaths atlas={atlas} journey={journey} lit={lit} />
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
