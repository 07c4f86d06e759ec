import type { Runs } from './cells.ts';
import type { Hex } from './hex.ts';

/** What authors edit and `curriculum/map.json` holds; see design, section 7. */
export interface MapDocument {
  schema: 1;
  id: string;
  kind: MapKind;
  /** Where the camera looks at first, in map units; zoom is pixels per map unit. */
  initial: { x: number; y: number; zoom: number };
  recommended_start: NodeRef | null;
  continents: ContinentDocument[];
  paths: PathDocument[];
  terrain: TerrainDocument[];
}

export const mapKinds = ['trainings', 'videos'] as const;
export type MapKind = (typeof mapKinds)[number];

export const colours = ['teal', 'amber', 'violet', 'rose', 'green', 'orange', 'blue'] as const;
export type Colour = (typeof colours)[number];

export const edgeStyles = ['main', 'optional'] as const;
export type EdgeStyle = (typeof edgeStyles)[number];

export const terrainTypes = ['forest', 'mountain', 'marsh', 'dunes', 'reef'] as const;
export type TerrainType = (typeof terrainTypes)[number];

/** `training:<slug>` or `lab:<slug>`. */
export type NodeRef = string;

export interface ContinentDocument {
  slug: string;
  name: string;
  colour: Colour;
  /** The hex whose centre carries the name; null lets the compiler choose. */
  label: Hex | null;
  cells: Runs;
  trainings: TrainingPlace[];
  labs: LabPlace[];
}

export interface TrainingPlace extends Hex {
  slug: string;
  icon: string;
}

export interface LabPlace extends Hex {
  slug: string;
}

export interface PathDocument {
  slug: string;
  name: string;
  edges: EdgeDocument[];
}

export interface EdgeDocument {
  from: NodeRef;
  to: NodeRef;
  /** Hexes that the route has to pass, in order. */
  via: [number, number][];
  style: EdgeStyle;
}

export interface TerrainDocument extends Hex {
  type: TerrainType;
}

export const refOf = (kind: 'training' | 'lab', slug: string): NodeRef => `${kind}:${slug}`;

/** A node of the map with the continent that it belongs to. */
export interface Node extends Hex {
  ref: NodeRef;
  kind: 'training' | 'lab';
  slug: string;
  continent: ContinentDocument;
}

/** All trainings and labs in the order of the document. */
export function nodesOf(map: MapDocument): Node[] {
  return map.continents.flatMap((continent) => [
    ...continent.trainings.map(({ slug, q, r }) => ({
      ref: refOf('training', slug),
      kind: 'training' as const,
      slug,
      q,
      r,
      continent,
    })),
    ...continent.labs.map(({ slug, q, r }) => ({
      ref: refOf('lab', slug),
      kind: 'lab' as const,
      slug,
      q,
      r,
      continent,
    })),
  ]);
}
