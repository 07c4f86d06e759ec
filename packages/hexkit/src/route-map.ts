import type { EdgeDocument, MapDocument } from '@hexpedition/contract/map-document';
import { EXTENT_LIMIT } from '@hexpedition/contract/map-vocabulary';
import { type Cells, cellsOf, decodeRuns, grow } from './cells.ts';
import { nodesOf } from './document.ts';
import type { Hex } from './hex.ts';
import type { Issue } from './issues.ts';
import { limitsOf, MARGIN, Router } from './route.ts';
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
  const ways = new Map<EdgeDocument, Hex[]>();
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
    const way = router?.find(stops, own) ?? 'too far';
    if (way === 'too far') tooFar.push(edge);
    else if (way === 'blocked') {
      const message = `There is no way from ${call(edge.from)} to ${call(edge.to)}: other items block it.`;
      issues.push({ code: 'no_route', severity: 'error', message, at: { q: from.q, r: from.r }, ref: edge.from });
    } else {
      ways.set(edge, way);
      router?.use(cellsOf(way));
    }
  }
  // They have one fault together: where the searches for the whole map come to their limit, that can be thousands.
  const [first, ...others] = tooFar;
  const from = first && nodes.get(first.from);
  if (first && from) {
    const more = others.length > 0 ? `, and so was that for ${others.length} more` : '';
    const message = `The search for a way from ${call(first.from)} to ${call(first.to)} was given up${more}. Bring their ends closer together, or take long paths away.`;
    issues.push({ code: 'no_route', severity: 'error', message, at: { q: from.q, r: from.r }, ref: from.ref });
  }
  return { ways, issues };
}

/** Undefined for a map that is larger than a document may be; an editor can make one. */
function routerOf(map: MapDocument, names: Cells): Router | undefined {
  const land = map.continents.map(({ cells }) => decodeRuns(cells));
  const nodes = cellsOf(nodesOf(map));
  // `via` may lead around an island, so the frame is generous there too.
  const vias = cellsOf(map.paths.flatMap(({ edges }) => edges.flatMap(({ via }) => via.map(([q, r]) => ({ q, r })))));
  const limits = limitsOf([...grow(new Set([...nodes, ...vias]), 1), ...land.flatMap((cells) => [...cells])]);
  const isTooWide = [limits.q, limits.r].some(([first, last]) => last - first > EXTENT_LIMIT + 2 * (MARGIN + 1));
  return isTooWide ? undefined : new Router({ land, blocked: nodes, names, limits });
}
