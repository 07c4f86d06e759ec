import type { EdgeDocument, MapDocument } from '@hexpedition/contract/map-document';
import { EXTENT_LIMIT } from '@hexpedition/contract/map-vocabulary';
import { type Cells, cellsOf, decodeRuns, grow } from './cells.ts';
import { nodesOf } from './document.ts';
import type { Hex } from './hex.ts';
import type { Issue } from './issues.ts';
import { limitsOf, MARGIN, Router } from './route.ts';
import type { NodeLabel } from './validate.ts';

/** The hexes of each edge's route. Edges without a route, or with an end that is not on the map, are absent. */
export type Routes = ReadonlyMap<EdgeDocument, Hex[]>;

/**
 * Finds the routes of all edges in document order. Later routes prefer the hexes of earlier ones. The document stores
 * edges only, so that paths follow when an item moves.
 * @param names the hexes under names
 * @param labelOf returns the label of a node in messages
 */
export function routeMap(map: MapDocument, names: Cells, labelOf: NodeLabel): { routes: Routes; issues: Issue[] } {
  const routes = new Map<EdgeDocument, Hex[]>();
  const issues: Issue[] = [];
  const tooFar: EdgeDocument[] = [];
  const nodes = new Map(nodesOf(map).map((node) => [node.ref, node]));
  const places = new Map(map.continents.map((continent, i) => [continent, i]));
  const router = routerOf(map, names);
  for (const edge of map.paths.flatMap(({ edges }) => edges)) {
    const from = nodes.get(edge.from);
    const to = nodes.get(edge.to);
    if (!from || !to) continue; // validateMap reports it
    const stops = [from, ...edge.via.map(([q, r]) => ({ q, r })), to].map(({ q, r }) => ({ q, r }));
    // Both continents come from the same document.
    const own = [places.get(from.continent) as number, places.get(to.continent) as number] as const;
    const route = router?.find(stops, own) ?? 'too far';
    if (route === 'too far') tooFar.push(edge);
    else if (route === 'blocked') {
      const message = `There is no route from ${labelOf(edge.from)} to ${labelOf(edge.to)}: other items block it.`;
      issues.push({ code: 'no_route', severity: 'error', message, at: { q: from.q, r: from.r }, ref: edge.from });
    } else {
      routes.set(edge, route);
      router?.use(cellsOf(route));
    }
  }
  // One issue for all: if the searches reach the limit for the whole map, thousands of edges can be affected.
  const [first, ...others] = tooFar;
  const from = first && nodes.get(first.from);
  if (first && from) {
    const more = others.length > 0 ? `, and so was that for ${others.length} more` : '';
    const message = `The search for a route from ${labelOf(first.from)} to ${labelOf(first.to)} was given up${more}. Bring their ends closer together, or take long paths away.`;
    issues.push({ code: 'no_route', severity: 'error', message, at: { q: from.q, r: from.r }, ref: from.ref });
  }
  return { routes, issues };
}

/** Returns undefined for a map that is larger than a document may be. An editor can create one. */
function routerOf(map: MapDocument, names: Cells): Router | undefined {
  const land = map.continents.map(({ cells }) => decodeRuns(cells));
  const nodes = cellsOf(nodesOf(map));
  // `via` may lead around an island, so there is a wide margin there too.
  const vias = cellsOf(map.paths.flatMap(({ edges }) => edges.flatMap(({ via }) => via.map(([q, r]) => ({ q, r })))));
  const limits = limitsOf([...grow(new Set([...nodes, ...vias]), 1), ...land.flatMap((cells) => [...cells])]);
  const isTooWide = [limits.q, limits.r].some(([first, last]) => last - first > EXTENT_LIMIT + 2 * (MARGIN + 1));
  return isTooWide ? undefined : new Router({ land, blocked: nodes, names, limits });
}
