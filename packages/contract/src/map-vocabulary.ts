/* Constants of map documents. They are separate from the schema, so that drawing a map needs no Zod. */

/** Upper bound of coordinates in absolute value, so that a hex packs into one integer. */
export const CELL_LIMIT = 16_384;
/** Maximum length of a run of cells, and maximum hexes of a map, so that a typing error cannot exhaust the memory. */
export const RUN_LIMIT = 2_000;
export const HEX_LIMIT = 50_000;
/** Maximum rows and columns of a map. The route search covers this area. */
export const EXTENT_LIMIT = 1_000;
/** Maximum edges of all paths of a map. */
export const EDGE_LIMIT = 10_000;

export const mapKinds = ['trainings', 'videos'] as const;
export type MapKind = (typeof mapKinds)[number];

export const colours = ['teal', 'amber', 'violet', 'rose', 'green', 'orange', 'blue'] as const;
export type Colour = (typeof colours)[number];

export const edgeStyles = ['main', 'optional'] as const;
export type EdgeStyle = (typeof edgeStyles)[number];

export const terrainTypes = ['forest', 'mountain', 'marsh', 'dunes', 'reef'] as const;
export type TerrainType = (typeof terrainTypes)[number];

/** Names of the two maps in API paths. */
export const hexmapNames = ['hexmap', 'hexmapYT'] as const;
export type HexmapName = (typeof hexmapNames)[number];
export const kindOfHexmap = { hexmap: 'trainings', hexmapYT: 'videos' } as const satisfies Record<HexmapName, MapKind>;
export const hexmapOfKind = { trainings: 'hexmap', videos: 'hexmapYT' } as const satisfies Record<MapKind, HexmapName>;

/** Published versions: the map for everyone, and the one for accounts with beta access. */
export const mapVersions = ['2', 'beta'] as const;
export type MapVersionName = (typeof mapVersions)[number];
export const editableVersions = ['draft', ...mapVersions] as const;

/** Maximum bytes of a map in a request. */
export const MAP_BYTES = 4_000_000;
