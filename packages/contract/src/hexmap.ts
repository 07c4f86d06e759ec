import { z } from 'zod';
import { Slug } from './common.ts';
import { NodeRef } from './map-document.ts';
import { colours, edgeStyles, mapKinds, terrainTypes } from './map-vocabulary.ts';

/** Lengths are in map units (one CSS pixel at zoom 1), y points down, and paths are SVG path data. */
const Point = z.object({ x: z.number(), y: z.number() });
const Bounds = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** An object on one hex: axial coordinates, and the centre of the hex. */
const Placed = z.object({ slug: Slug, q: z.number().int(), r: z.number().int(), x: z.number(), y: z.number() });

const Continent = z.object({
  slug: Slug,
  name: z.string(),
  colour: z.enum(colours),
  /** Middle of the name's baseline. */
  label: Point,
  /** The outline: filled and stroked. */
  coast: z.string(),
  /** The edges between its hexes. */
  grid: z.string(),
  bounds: Bounds,
  trainings: z.array(Placed.extend({ icon: z.string() })),
  labs: z.array(Placed),
});

/** The map that a page draws. hexkit compiles it from a `MapDocument`. */
export const Hexmap = z.object({
  schema: z.literal(1),
  id: z.string(),
  kind: z.enum(mapKinds),
  /** Initial camera position, and pixels per map unit on a wide screen. */
  initial: z.object({ x: z.number(), y: z.number(), zoom: z.number() }),
  /** Bounding box of all land. */
  bounds: Bounds,
  recommended_start: NodeRef.nullable(),
  continents: z.array(Continent),
  /** Continent of each lab. */
  labs: z.array(z.object({ slug: Slug, continent: Slug })),
  paths: z.array(
    z.object({
      slug: Slug,
      name: z.string(),
      edges: z.array(z.object({ from: NodeRef, to: NodeRef, style: z.enum(edgeStyles), d: z.string() })),
    }),
  ),
  /** Depth lines around all land, deepest (outermost) first. */
  shoals: z.array(z.string()),
  /** Terrain symbols: one merged path per kind and part of the map. */
  terrain: z.array(z.object({ type: z.enum(terrainTypes), d: z.string() })),
});
export type Hexmap = z.infer<typeof Hexmap>;
