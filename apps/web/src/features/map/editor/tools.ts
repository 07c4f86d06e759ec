import type { ContinentDocument, NodeRef } from '@hexpedition/contract';
import type { TerrainType } from '@hexpedition/contract/map-vocabulary';
import type { Item } from '@hexpedition/hexkit/edits';
import type { Hex } from '@hexpedition/hexkit/hex';
import type { Wanted } from '@hexpedition/hexkit/place-missing';
import type { Brush } from './canvas/brush.ts';

export const tools = ['select', 'paint', 'erase', 'path', 'terrain', 'flood'] as const;
export type Tool = (typeof tools)[number];

/** What a tool is called, its key, and what it does, for the line above the canvas. */
export const toolFacts: Record<Tool, { name: string; key: string; hint: string }> = {
  select: { name: 'Select', key: 'V', hint: 'Click a hex to see it. Drag a course or a lab to move it.' },
  paint: { name: 'Paint', key: 'B', hint: 'Drag over the sea to make land.' },
  erase: { name: 'Erase', key: 'E', hint: 'Drag over land to give it back to the sea.' },
  path: { name: 'Path', key: 'P', hint: 'Click where the path begins, then where it leads.' },
  terrain: { name: 'Terrain', key: 'T', hint: 'Drag over land to engrave a sign.' },
  flood: { name: 'Flood', key: 'F', hint: 'Click land or a pond: all that hangs together changes hands.' },
};

/** What the author has chosen at the tools. */
export interface ToolOptions {
  tool: Tool;
  /** Which continent paint and flood give hexes to. */
  continent: string | undefined;
  brush: Brush;
  /** Two hexes of sea stay around other continents. */
  keepSea: boolean;
  terrain: TerrainType;
}

/** What the inspector shows. */
export type Selected =
  | { kind: 'map' }
  | { kind: 'continent'; slug: string }
  | { kind: 'item'; ref: NodeRef }
  | { kind: 'edge'; from: NodeRef; to: NodeRef };

/** Something that waits for a hex: from the tray, or picked up from another hex. */
export interface Carried extends Item {
  name: string;
  /** Where it was; undefined for what comes from the tray. */
  from?: Hex | undefined;
}

/** Something that lies in the tray. */
export interface Unplaced extends Carried {
  /** Where it belongs and how much it is, for the second line. */
  about: string;
  continent: Pick<ContinentDocument, 'slug' | 'name' | 'colour'>;
}

/** What is asked of automatic placement for something in the tray. */
export const wantedOf = ({ ref, icon, continent }: Unplaced): Omit<Wanted, 'after'> => ({
  kind: ref.startsWith('lab:') ? 'lab' : 'training',
  slug: ref.slice(ref.indexOf(':') + 1),
  icon,
  continent,
});
