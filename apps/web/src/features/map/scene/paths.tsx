import { memo } from 'react';
import { type Atlas, type Edge, litEdges } from '../atlas/atlas.ts';
import { isTravelled, type Journey } from '../atlas/journey.ts';
import css from './scene.module.css';

const merged = (edges: readonly Edge[]) => edges.map(({ d }) => d).join('');

/**
 * The routes: one merged path a kind and continent. Not one for the whole map, since dots are reckoned along the whole
 * of a path, and a path that lies off the screen is passed over.
 */
export const RoutesLayer = memo(function RoutesLayer({ atlas, journey }: { atlas: Atlas; journey: Journey }) {
  return (
    <g className={css.routes}>
      {atlas.map.continents.map((continent) => {
        const edges = atlas.edges.filter(({ from }) => atlas.byRef.get(from)?.continent === continent);
        const travelled = edges.filter((edge) => isTravelled(edge, atlas, journey));
        const open = edges.filter((edge) => !travelled.includes(edge));
        return (
          <g key={continent.slug}>
            <path className={css.openRoute} d={merged(open.filter(({ style }) => style === 'main'))} />
            <path className={css.optionalRoute} d={merged(open.filter(({ style }) => style === 'optional'))} />
            <path className={css.travelledRoute} d={merged(travelled)} />
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

/** What leads to the node under the pointer, and on from it; travelled ones shine already. */
export function LitRoutes({ atlas, journey, lit }: LitProps) {
  const edges = lit ? litEdges(atlas, lit) : [];
  const d = merged(edges.filter((edge) => !isTravelled(edge, atlas, journey)));
  return d ? <path className={css.litRoute} d={d} /> : null;
}
