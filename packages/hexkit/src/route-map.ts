import type { EdgeDocument, MapDocument } from '@hexpedition/contract/map-document';
import { type Cells, cellsOf, decodeRuns, grow, keyOf } from './cells.ts';
import { type Node, nodesOf } from './document.ts';
import type { Hex } from './hex.ts';
import type { Issue } from './issues.ts';
import { findRouteVia, limitsOf } from './route.ts';
import type { Call } from './validate.ts';

/** The hexes of every edge's route; edges without one (or with an end that is not on the map) are absent. */
export type Ways = ReadonlyMap<EdgeDocument, Hex[]>;

/**
 * Finds the routes of all edges, in the order of the document: later ones are drawn to earlier ones.
 * The document stores edges only, so that paths follow when a hex moves.
 * @param names the hexes that a name is written on
 * @param call what the faults call a node
 */
export function routeMap(map: MapDocument, names: Cells, call: Call): { ways: Ways; issues: Issue[] } {
  const nodes = new Map(nodesOf(map).map((node) => [node.ref, node]));
  const blocked = cellsOf(nodes.values());
  const land = new Map<string, Cells>(map.continents.map(({ slug, cells }) => [slug, decodeRuns(cells)]));
  const allLand: Cells = new Set([...land.values()].flatMap((cells) => [...cells]));
  // `via` may lead around an island, so the frame is generous there too.
  const vias = map.paths.flatMap(({ edges }) => edges.flatMap(({ via }) => via.map(([q, r]) => ({ q, r }))));
  const limits = limitsOf([...grow(cellsOf([...nodes.values(), ...vias]), 1), ...allLand]);
  const used: Cells = new Set();
  const ways = new Map<EdgeDocument, Hex[]>();
  const issues: Issue[] = [];

  const ownLand = (from: Node, to: Node): Cells =>
    new Set([...(land.get(from.continent.slug) ?? []), ...(land.get(to.continent.slug) ?? [])]);

  for (const edge of map.paths.flatMap(({ edges }) => edges)) {
    const from = nodes.get(edge.from);
    const to = nodes.get(edge.to);
    if (!from || !to) continue; // validateMap reports it
    const stops: Hex[] = [from, ...edge.via.map(([q, r]) => ({ q, r })), to];
    const ground = { own: ownLand(from, to), land: allLand, blocked, names, used, limits };
    const way = findRouteVia(
      stops.map(({ q, r }) => ({ q, r })),
      ground,
    );
    if (way) {
      ways.set(edge, way);
      for (const hex of way) used.add(keyOf(hex));
    } else {
      const message = `There is no way from ${call(edge.from)} to ${call(edge.to)}: other items block it.`;
      issues.push({ code: 'no_route', severity: 'error', message, at: { q: from.q, r: from.r }, ref: edge.from });
    }
  }
  return { ways, issues };
}
