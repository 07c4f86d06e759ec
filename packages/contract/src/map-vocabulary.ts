/* What map documents are made of, apart from their schema, so that drawing a map needs no Zod. */

/** Coordinates stay below this in absolute value, so that a hex packs into one integer. */
export const CELL_LIMIT = 16_384;
/** Longest run of cells in a row, and most hexes of a map: a typing error must not fill the memory. */
export const RUN_LIMIT = 2_000;
export const HEX_LIMIT = 50_000;

export const mapKinds = ['trainings', 'videos'] as const;
export type MapKind = (typeof mapKinds)[number];

export const colours = ['teal', 'amber', 'violet', 'rose', 'green', 'orange', 'blue'] as const;
export type Colour = (typeof colours)[number];

export const edgeStyles = ['main', 'optional'] as const;
export type EdgeStyle = (typeof edgeStyles)[number];

export const terrainTypes = ['forest', 'mountain', 'marsh', 'dunes', 'reef'] as const;
export type TerrainType = (typeof terrainTypes)[number];
