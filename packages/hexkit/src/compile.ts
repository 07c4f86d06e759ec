import type { Hexmap } from '@hexpedition/contract/hexmap';
import type { ContinentDocument, MapDocument } from '@hexpedition/contract/map-document';
import { type Cells, cellsOf, decodeRuns } from './cells.ts';
import { nodesOf } from './document.ts';
import { type Hex, type Point, toPixel } from './hex.ts';
import type { Issue } from './issues.ts';
import { labelPoint, nameCells } from './labels.ts';
import { findNameCollisions } from './name-collisions.ts';
import { routeMap } from './route-map.ts';
import { routePath } from './smooth.ts';
import { boundsOf, coastPath, gridPath, round, shoalPath } from './svg.ts';
import { terrainPaths } from './terrain.ts';
import { type KnownSlugs, nodeLabeler, validateMap } from './validate.ts';

/** Distances of the depth lines from the land, in hexes, outermost first. */
const DEPTHS = [5, 3, 2, 1] as const;

/**
 * Compiles a map document into the data that a renderer needs, and reports its issues. It always returns a map, drawn
 * as far as possible, so that an editor can show an invalid one. If the names of items are known, it also reports names
 * that collide. To publish a map, use `compileToPublish`.
 */
export function compileMap(map: MapDocument, known: KnownSlugs): { map: Hexmap; issues: Issue[] } {
  const { drawn, issues } = draw(map, known);
  const { names } = known;
  const collisions = names ? findNameCollisions(map, names, nodeLabeler(names)) : [];
  return { map: drawn, issues: [...validateMap(map, known), ...issues, ...collisions] };
}

/**
 * Returns the map to publish, or null if an issue is an error. It draws the map only if validation finds no error,
 * because drawing land that is split into thousands of pieces takes longest.
 */
export function compileToPublish(map: MapDocument, known: KnownSlugs): { map: Hexmap | null; issues: Issue[] } {
  const validationIssues = validateMap(map, known);
  if (validationIssues.some(isError)) return { map: null, issues: validationIssues };
  const { drawn, issues } = draw(map, known);
  return { map: issues.some(isError) ? null : drawn, issues: [...validationIssues, ...issues] };
}

const isError = ({ severity }: Issue) => severity === 'error';

function draw(map: MapDocument, { names }: KnownSlugs): { drawn: Hexmap; issues: Issue[] } {
  const continents = map.continents.map(compileContinent);
  const routed = routeMap(map, nameCells(nodesOf(map), continents), nodeLabeler(names));
  const land: Cells = new Set(map.continents.flatMap(({ cells }) => [...decodeRuns(cells)]));
  const drawn: Hexmap = {
    schema: 1,
    id: map.id,
    kind: map.kind,
    initial: map.initial,
    bounds: boundsOf(land),
    recommended_start: map.recommended_start,
    continents,
    labs: map.continents.flatMap(({ slug, labs }) => labs.map((lab) => ({ slug: lab.slug, continent: slug }))),
    paths: map.paths.map(({ slug, name, edges }) => ({
      slug,
      name,
      edges: edges.flatMap((edge) => {
        const route = routed.routes.get(edge);
        return route ? [{ from: edge.from, to: edge.to, style: edge.style, d: routePath(route) }] : [];
      }),
    })),
    shoals: DEPTHS.map((rings) => shoalPath(land, rings)),
    terrain: terrainPaths(map.terrain),
  };
  return { drawn, issues: routed.issues };
}

function compileContinent({
  slug,
  name,
  colour,
  label,
  cells: runs,
  trainings,
  labs,
}: ContinentDocument): Hexmap['continents'][number] {
  const cells = decodeRuns(runs);
  return {
    slug,
    name,
    colour,
    label: roundPoint(labelPoint(cells, cellsOf([...trainings, ...labs]), label)),
    coast: coastPath(cells),
    grid: gridPath(cells),
    bounds: boundsOf(cells),
    trainings: trainings.map((place) => ({ slug: place.slug, icon: place.icon, ...placed(place) })),
    labs: labs.map((place) => ({ slug: place.slug, ...placed(place) })),
  };
}

function placed({ q, r }: Hex): Hex & Point {
  return { q, r, ...roundPoint(toPixel({ q, r })) };
}

function roundPoint({ x, y }: Point): Point {
  return { x: round(x), y: round(y) };
}
