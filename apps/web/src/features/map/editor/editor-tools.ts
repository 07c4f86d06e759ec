import type { ContinentDocument, NodeRef } from '@hexpedition/contract';
import type { TerrainType } from '@hexpedition/contract/map-vocabulary';
import type { Item } from '@hexpedition/hexkit/edits';
import type { Hex } from '@hexpedition/hexkit/hex';
import type { ExpectedItem } from '@hexpedition/hexkit/place-missing';
import type { Brush } from './canvas/brush.ts';

export const tools = ['select', 'paint', 'erase', 'path', 'terrain', 'flood'] as const;
export type Tool = (typeof tools)[number];

/** Name, key and hint of each tool. */
export const toolInfo: Record<Tool, { name: string; key: string; hint: string }> = {
  select: { name: 'Select', key: 'V', hint: 'Click a hex to inspect it. Drag a course or a lab to move it.' },
  paint: { name: 'Paint', key: 'B', hint: 'Drag over the sea to create land.' },
  erase: { name: 'Erase', key: 'E', hint: 'Drag over land to erase it.' },
  path: { name: 'Path', key: 'P', hint: 'Click the start of the path, then its end.' },
  terrain: { name: 'Terrain', key: 'T', hint: 'Drag over land to draw terrain.' },
  flood: { name: 'Flood', key: 'F', hint: 'Click land or a pond to fill all connected hexes.' },
};

/** Selected tool and its options. */
export interface ToolOptions {
  tool: Tool;
  /** Continent that paint and flood add hexes to. */
  continent: string | undefined;
  brush: Brush;
  /** Keeps two hexes of sea around other continents. */
  keepSea: boolean;
  terrain: TerrainType;
}

/** Selection that the inspector shows. */
export type EditorSelection =
  | { kind: 'map' }
  | { kind: 'continent'; slug: string }
  | { kind: 'item'; ref: NodeRef }
  | { kind: 'edge'; from: NodeRef; to: NodeRef };

/** Item being placed: from the tray, or picked up from another hex. */
export interface CarriedItem extends Item {
  name: string;
  /** Previous hex; undefined for an item of the tray. */
  from?: Hex | undefined;
}

/** Item in the tray. */
export interface UnplacedItem extends CarriedItem {
  /** Continent and size, for the second line. */
  about: string;
  continent: Pick<ContinentDocument, 'slug' | 'name' | 'colour'>;
}

/** Converts an item of the tray to a request for automatic placement. */
export const expectedItemOf = ({ ref, icon, name, continent }: UnplacedItem): Omit<ExpectedItem, 'after'> => ({
  kind: ref.startsWith('lab:') ? 'lab' : 'training',
  slug: ref.slice(ref.indexOf(':') + 1),
  icon,
  name,
  continent,
});
