import { z } from 'zod';
import { Slug } from './common.ts';
import { NodeRef } from './map-document.ts';
import { colours, edgeStyles, mapKinds, terrainTypes } from './map-vocabulary.ts';

/** Lengths are map units (one unit is one CSS pixel at zoom 1), y grows downwards, paths are SVG path data. */
const Point = z.object({ x: z.number(), y: z.number() });
const Bounds = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** A thing that lies on one hex: axial coordinates, and the centre of that hex. */
const Placed = z.object({ slug: Slug, q: z.number().int(), r: z.number().int(), x: z.number(), y: z.number() });

const Continent = z.object({
  slug: Slug,
  name: z.string(),
  colour: z.enum(colours),
  /** Middle of the name's base line. */
  label: Point,
  /** The straight outline along the hexes. */
  land: z.string(),
  /** The soft outline: filled and stroked. */
  coast: z.string(),
  /** The edges between its hexes. */
  grid: z.string(),
  bounds: Bounds,
  trainings: z.array(Placed.extend({ icon: z.string() })),
  labs: z.array(Placed),
});

/** What a page draws: hexkit compiles it from a `MapDocument`. */
export const Hexmap = z.object({
  schema: z.literal(1),
  id: z.string(),
  kind: z.enum(mapKinds),
  /** Where the camera looks at first, and pixels per map unit on a wide screen. */
  initial: z.object({ x: z.number(), y: z.number(), zoom: z.number() }),
  /** Around all land. */
  bounds: Bounds,
  recommended_start: NodeRef.nullable(),
  continents: z.array(Continent),
  /** On which continent each lab lies. */
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
  /** Engraved signs on the land: merged paths, for each kind one in each part of the map. */
  terrain: z.array(z.object({ type: z.enum(terrainTypes), d: z.string() })),
});
export type Hexmap = z.infer<typeof Hexmap>;
