import { type Cells, cellsOf, decodeRuns } from './cells.ts';
import {
  type Colour,
  type ContinentDocument,
  type EdgeStyle,
  type MapDocument,
  type MapKind,
  type NodeRef,
  nodesOf,
  type TerrainType,
  terrainTypes,
} from './document.ts';
import { type Hex, type Point, toPixel } from './hex.ts';
import type { Issue } from './issues.ts';
import { labelPoint, nameCells } from './labels.ts';
import { routeMap } from './route-map.ts';
import { routePath } from './smooth.ts';
import { type Bounds, boundsOf, coastPath, gridPath, landPath, round, shoalPath } from './svg.ts';
import { terrainPath } from './terrain.ts';
import { type KnownSlugs, validateMap } from './validate.ts';

/** A thing on one hex, with the centre of that hex in map units. */
export interface PlacedItem extends Hex, Point {
  slug: string;
}

export interface CompiledContinent {
  slug: string;
  name: string;
  colour: Colour;
  /** Middle of the name's base line. */
  label: Point;
  /** The straight outline along the hexes. */
  land: string;
  /** The soft outline: filled and stroked. */
  coast: string;
  /** The edges between its hexes. */
  grid: string;
  bounds: Bounds;
  trainings: (PlacedItem & { icon: string })[];
  labs: PlacedItem[];
}

export interface CompiledPath {
  slug: string;
  name: string;
  edges: { from: NodeRef; to: NodeRef; style: EdgeStyle; d: string }[];
}

/** Exactly what a renderer needs. Lengths are map units with one decimal, `d`s are SVG path data. */
export interface CompiledMap {
  schema: 1;
  id: string;
  kind: MapKind;
  initial: { x: number; y: number; zoom: number };
  /** Around all land. */
  bounds: Bounds;
  recommended_start: NodeRef | null;
  continents: CompiledContinent[];
  /** On which continent each lab lies. */
  labs: { slug: string; continent: string }[];
  paths: CompiledPath[];
  /** Depth lines around all land, deepest (outermost) first. */
  shoals: string[];
  /** Engraved signs on the land: one merged path a kind. */
  terrain: { type: TerrainType; d: string }[];
}

/** How many rings of hexes off the land a depth line runs, outermost first. */
const DEPTHS = [5, 3, 2, 1] as const;

/**
 * Turns a map document into what a renderer needs, and says what is wrong with it. It always returns a map, drawn as
 * far as possible, so that an editor can show a broken one; publish it only if no issue is an error.
 */
export function compileMap(map: MapDocument, known: KnownSlugs): { map: CompiledMap; issues: Issue[] } {
  const continents = map.continents.map(compileContinent);
  const routed = routeMap(map, nameCells(nodesOf(map), continents));
  const land: Cells = new Set(map.continents.flatMap(({ cells }) => [...decodeRuns(cells)]));
  const compiled: CompiledMap = {
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
        const way = routed.ways.get(edge);
        return way ? [{ from: edge.from, to: edge.to, style: edge.style, d: routePath(way) }] : [];
      }),
    })),
    shoals: DEPTHS.map((rings) => shoalPath(land, rings)),
    terrain: terrainTypes.map((type) => ({ type, d: terrainPath(map.terrain, type) })).filter(({ d }) => d !== ''),
  };
  return { map: compiled, issues: [...validateMap(map, known), ...routed.issues] };
}

function compileContinent({
  slug,
  name,
  colour,
  label,
  cells: runs,
  trainings,
  labs,
}: ContinentDocument): CompiledContinent {
  const cells = decodeRuns(runs);
  return {
    slug,
    name,
    colour,
    label: roundPoint(labelPoint(cells, cellsOf([...trainings, ...labs]), label)),
    land: landPath(cells),
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
