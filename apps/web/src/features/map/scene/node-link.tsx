import { wrapName } from '@hexpedition/hexkit/wrap-name';
import { memo } from 'react';
import { cx } from '#ui/cx.ts';
import { type IconName, iconPaths } from '#ui/icon-paths.ts';
import type { MapNode } from '../atlas/atlas.ts';
import type { NodeState } from '../atlas/journey.ts';
import { hexagon, radius } from './hexagon.ts';
import css from './scene.module.css';
import { translatePath } from './translate-path.ts';

export interface NodeLinkProps {
  node: MapNode;
  state: NodeState;
  share: number;
  /** Accessible name. */
  label: string;
  /** Text above the hex at the learner's position. */
  beacon: string | null;
  selected: boolean;
  tabIndex: 0 | -1 | undefined;
}

const stateClass: Record<NodeState, string | undefined> = {
  open: css.open,
  underway: css.underway,
  done: css.done,
  locked: css.locked,
};

/** Link of a training or a lab in the shape of its hex. Icon and shape show its state, not only the colour. */
export const NodeLink = memo(function NodeLink({
  node,
  state,
  share,
  label,
  beacon,
  selected,
  tabIndex,
}: NodeLinkProps) {
  const [cell, shape] = [hexagon(radius.cell, node), hexagon(radius[node.kind], node)];
  const top = node.y - radius.beacon;
  return (
    <a
      href={node.href}
      data-ref={node.ref}
      data-hue={node.continent.colour}
      className={cx(
        css.node,
        node.kind === 'lab' && css.lab,
        stateClass[state],
        beacon && css.here,
        selected && css.selected,
      )}
      aria-label={label}
      aria-current={selected ? 'true' : undefined}
      tabIndex={tabIndex}
    >
      <path className={css.cell} d={cell} />
      {beacon && <path className={css.ring} d={hexagon(radius.beacon, node)} />}
      <path className={css.shape} d={shape} />
      {share > 0 && share < 1 && (
        <path className={css.progress} d={shape} pathLength={100} strokeDasharray={`${Math.round(share * 100)} 100`} />
      )}
      <NodeIcon node={node} state={state} />
      <NodeName node={node} />
      {beacon && (
        <g className={css.flag}>
          <text className={css.flagText} x={node.x} y={top - 12}>
            {beacon}
          </text>
          <path className={css.flagTip} d={`M${node.x - 4} ${top - 7}h8l-4 5Z`} />
        </g>
      )}
    </a>
  );
});

function NodeIcon({ node, state }: { node: MapNode; state: NodeState }) {
  const [scale, dot] = node.kind === 'lab' ? [0.8, 5] : [1, 7];
  const corner = { x: node.x - 12 * scale, y: node.y - 12 * scale };
  return (
    <>
      {/* A dot for zoomed-out views, where an icon would not be readable. */}
      {(state === 'open' || state === 'underway') && <circle className={css.dot} cx={node.x} cy={node.y} r={dot} />}
      <path className={css.sign} d={translatePath(iconPaths[iconOf(node, state)], corner, scale)} />
    </>
  );
}

function iconOf(node: MapNode, state: NodeState): IconName {
  if (state === 'done') return 'tick';
  if (state === 'locked') return 'lock';
  if (node.kind === 'lab') return 'flask';
  return node.card.icon in iconPaths ? (node.card.icon as IconName) : 'compass';
}

function NodeName({ node }: { node: MapNode }) {
  const lines = wrapName(node.name);
  // Offsets in em, so that the line spacing fits the font size of every level of detail.
  return (
    <text className={css.name} y={node.y + radius[node.kind]}>
      {lines.map((text, i) => {
        const isLast = i === lines.length - 1;
        // The space at the end of a line separates the words when the lines are read as one string, which must match
        // the link's label. At the very end it has no width, so the first of two lines is shifted by half of its width.
        return (
          <tspan key={text} x={node.x} dx={isLast ? undefined : '0.13em'} dy={i === 0 ? '1.35em' : '1.15em'}>
            {`${text} `}
          </tspan>
        );
      })}
    </text>
  );
}
