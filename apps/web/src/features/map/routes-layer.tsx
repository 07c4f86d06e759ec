import { memo } from 'react';
import { type Atlas, type Edge, litEdges } from './atlas.ts';
import { isTravelled, type Journey } from './journey.ts';
import css from './scene.module.css';

const merged = (edges: readonly Edge[]) => edges.map(({ d }) => d).join('');

/** The routes, one merged path a kind: open, optional, travelled. */
export const RoutesLayer = memo(function RoutesLayer({ atlas, journey }: { atlas: Atlas; journey: Journey }) {
  const travelled = atlas.edges.filter((edge) => isTravelled(edge, atlas, journey));
  const open = atlas.edges.filter((edge) => !travelled.includes(edge));
  return (
    <g className={css.routes}>
      <path className={css.openRoute} d={merged(open.filter(({ style }) => style === 'main'))} />
      <path className={css.optionalRoute} d={merged(open.filter(({ style }) => style === 'optional'))} />
      <path className={css.travelledRoute} d={merged(travelled)} />
    </g>
  );
});

/** What leads to the node under the pointer, and on from it. */
export function LitRoutes({ atlas, journey, lit }: { atlas: Atlas; journey: Journey; lit: string | undefined }) {
  const edges = lit ? litEdges(atlas, lit) : [];
  // Travelled ones shine already.
  const d = merged(edges.filter((edge) => !isTravelled(edge, atlas, journey)));
  return d ? <path className={css.litRoute} d={d} /> : null;
}
