import { z } from 'zod';
import { Slug, storable } from './common.ts';
import {
  CELL_LIMIT,
  colours,
  EDGE_LIMIT,
  EXTENT_LIMIT,
  edgeStyles,
  HEX_LIMIT,
  mapKinds,
  RUN_LIMIT,
  terrainTypes,
} from './map-vocabulary.ts';

const whole = z
  .int()
  .min(1 - CELL_LIMIT)
  .max(CELL_LIMIT - 1);
const hex = { q: whole, r: whole };
export const Hex = z.strictObject(hex);
const Name = z
  .string()
  .max(80)
  .regex(/\S/, 'Enter a name.')
  .regex(storable, 'This contains a character that cannot be stored.');
const number = z.number().min(-1e6).max(1e6);

/** `training:<slug>` or `lab:<slug>`. */
export const NodeRef = z
  .string()
  .max(90)
  .regex(/^(training|lab):[a-z0-9]+(-[a-z0-9]+)*$/, 'Use training:<slug> or lab:<slug>.');
export type NodeRef = z.infer<typeof NodeRef>;

/** Land of a continent: maps each row `r` (as text) to runs `[first q, length]`. */
export const Runs = z.record(
  z
    .string()
    .regex(/^(0|-?[1-9]\d{0,4})$/, 'A row must be a whole number.')
    .refine((row) => !(Math.abs(Number(row)) >= CELL_LIMIT), {
      error: `A row must be between ${1 - CELL_LIMIT} and ${CELL_LIMIT - 1}.`,
    }),
  z
    .array(
      z.tuple([whole, z.int().min(1).max(RUN_LIMIT)]).refine(([start, length]) => start + length <= CELL_LIMIT, {
        error: `A run ends at ${CELL_LIMIT - 1} at the latest.`,
      }),
    )
    .max(RUN_LIMIT),
);
export type Runs = z.infer<typeof Runs>;

export const ContinentDocument = z.strictObject({
  slug: Slug,
  name: Name,
  colour: z.enum(colours),
  /** Hex for the name; null lets the compiler choose. */
  label: Hex.nullable().default(null),
  cells: Runs,
  trainings: z
    .array(z.strictObject({ slug: Slug, ...hex, icon: Slug }))
    .max(1_000)
    .default([]),
  labs: z
    .array(z.strictObject({ slug: Slug, ...hex }))
    .max(1_000)
    .default([]),
});
export type ContinentDocument = z.infer<typeof ContinentDocument>;

export const EdgeDocument = z.strictObject({
  from: NodeRef,
  to: NodeRef,
  /** Hexes that the route must pass, in order. */
  via: z
    .array(z.tuple([whole, whole]))
    .max(100)
    .default([]),
  style: z.enum(edgeStyles).default('main'),
});
export type EdgeDocument = z.infer<typeof EdgeDocument>;

export const PathDocument = z.strictObject({ slug: Slug, name: Name, edges: z.array(EdgeDocument).max(2_000) });
export type PathDocument = z.infer<typeof PathDocument>;

export const TerrainDocument = z.strictObject({ ...hex, type: z.enum(terrainTypes) });
export type TerrainDocument = z.infer<typeof TerrainDocument>;

/**
 * The map that authors edit, stored in `map.json` and `map-videos.json` of a curriculum. hexkit compiles it to a
 * `Hexmap`.
 */
export const MapDocument = z
  .strictObject({
    schema: z.literal(1),
    id: Slug,
    kind: z.enum(mapKinds),
    /** Initial camera position in map units. Zoom is in pixels per map unit. */
    initial: z.strictObject({ x: number, y: number, zoom: z.number().min(0.05).max(4) }),
    recommended_start: NodeRef.nullable().default(null),
    continents: z
      .array(ContinentDocument)
      .max(200)
      .refine((all) => all.reduce((sum, { cells }) => sum + sizeOf(cells), 0) <= HEX_LIMIT, {
        error: `A map may have at most ${HEX_LIMIT} hexes.`,
      }),
    paths: z
      .array(PathDocument)
      .max(500)
      .default([])
      .refine((all) => all.reduce((sum, { edges }) => sum + edges.length, 0) <= EDGE_LIMIT, {
        error: `All paths of a map together may have at most ${EDGE_LIMIT} edges. Remove some.`,
      }),
    terrain: z.array(TerrainDocument).max(HEX_LIMIT).default([]),
  })
  .refine((map) => extentOf(map).every((hexes) => hexes <= EXTENT_LIMIT), {
    error: `A map can span at most ${EXTENT_LIMIT} rows and ${EXTENT_LIMIT} columns. Move distant hexes closer together.`,
  });
export type MapDocument = z.infer<typeof MapDocument>;

const sizeOf = (runs: Runs) =>
  Object.values(runs)
    .flat()
    .reduce((sum, [, length]) => sum + length, 0);

interface Parts {
  continents: ContinentDocument[];
  paths: PathDocument[];
  terrain: TerrainDocument[];
}

/** Returns the number of columns and rows that the map spans. */
function extentOf({ continents, paths, terrain }: Parts): number[] {
  const columns = { first: Infinity, last: -Infinity };
  const rows = { first: Infinity, last: -Infinity };
  const include = (q: number, r: number) => {
    columns.first = Math.min(columns.first, q);
    columns.last = Math.max(columns.last, q);
    rows.first = Math.min(rows.first, r);
    rows.last = Math.max(rows.last, r);
  };
  for (const { cells, label, trainings, labs } of continents) {
    for (const [row, runs] of Object.entries(cells))
      for (const [start, length] of runs) {
        include(start, Number(row));
        include(start + length - 1, Number(row));
      }
    for (const { q, r } of [...trainings, ...labs, ...(label ? [label] : [])]) include(q, r);
  }
  for (const { via } of paths.flatMap(({ edges }) => edges)) for (const [q, r] of via) include(q, r);
  for (const { q, r } of terrain) include(q, r);
  return [columns, rows].map(({ first, last }) => Math.max(0, last - first + 1));
}
