/* What map documents are made of, apart from their schema, so that drawing a map needs no Zod. */

/** Coordinates stay below this in absolute value, so that a hex packs into one integer. */
export const CELL_LIMIT = 16_384;
/** Longest run of cells in a row, and most hexes of a map: a typing error must not fill the memory. */
export const RUN_LIMIT = 2_000;
export const HEX_LIMIT = 50_000;
/** Most rows, and most columns, over which a map may reach: routes are looked for on all of that. */
export const EXTENT_LIMIT = 1_000;
/** Most edges of a map, in all of its paths. */
export const EDGE_LIMIT = 10_000;

export const mapKinds = ['trainings', 'videos'] as const;
export type MapKind = (typeof mapKinds)[number];

export const colours = ['teal', 'amber', 'violet', 'rose', 'green', 'orange', 'blue'] as const;
export type Colour = (typeof colours)[number];

export const edgeStyles = ['main', 'optional'] as const;
export type EdgeStyle = (typeof edgeStyles)[number];

export const terrainTypes = ['forest', 'mountain', 'marsh', 'dunes', 'reef'] as const;
export type TerrainType = (typeof terrainTypes)[number];

/** The two maps as the addresses of the API call them. */
export const hexmapNames = ['hexmap', 'hexmapYT'] as const;
export type HexmapName = (typeof hexmapNames)[number];
export const kindOfHexmap = { hexmap: 'trainings', hexmapYT: 'videos' } as const satisfies Record<HexmapName, MapKind>;
export const hexmapOfKind = { trainings: 'hexmap', videos: 'hexmapYT' } as const satisfies Record<MapKind, HexmapName>;

/** What people look at: the map for everybody, and the one that accounts with beta access try out. */
export const mapVersions = ['2', 'beta'] as const;
export type MapVersionName = (typeof mapVersions)[number];
export const editableVersions = ['draft', ...mapVersions] as const;

/** A map as text may have this many bytes when it is sent. */
export const MAP_BYTES = 4_000_000;
