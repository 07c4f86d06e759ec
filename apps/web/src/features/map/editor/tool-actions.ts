import type { MapDocument, NodeRef } from '@hexpedition/contract';
import { keyOf } from '@hexpedition/hexkit/cells';
import type { Node } from '@hexpedition/hexkit/document';
import {
  CHANNEL,
  connect,
  edgeOf,
  ownersOf,
  paintLand,
  putItem,
  regionAt,
  removeItem,
  setTerrain,
} from '@hexpedition/hexkit/edits';
import { type Hex, ring } from '@hexpedition/hexkit/hex';
import type { CarriedItem, EditorSelection, ToolOptions } from './editor-tools.ts';

/** State of the editor that the tools read and change. */
interface ToolState {
  document: MapDocument;
  /** @param label name of the undo step */
  change: (label: string, update: (map: MapDocument) => MapDocument) => void;
  options: ToolOptions;
  setOptions: (next: Partial<ToolOptions>) => void;
  selected: EditorSelection;
  setSelected: (next: EditorSelection) => void;
  carried: CarriedItem | null;
  setCarried: (next: CarriedItem | null) => void;
  /** Node at which the path being drawn starts. */
  pathStart: NodeRef | null;
  setPathStart: (next: NodeRef | null) => void;
  nodeAt: (hex: Hex) => Node | undefined;
  /** Continent of each hex of land. */
  owners: ReadonlyMap<number, string>;
  announce: (message: string) => void;
  /** Announces why an action had no effect, and shows it beside the tool. */
  explain: (message: string) => void;
}

/** Returns the actions of the editor's tools on the map. */
export function toolActions(state: ToolState) {
  const { document, change, options, setOptions, selected, setSelected, carried, setCarried } = state;
  const { pathStart, setPathStart, nodeAt, owners, announce, explain } = state;

  const selectAt = (hex: Hex) => {
    const node = nodeAt(hex);
    const slug = owners.get(keyOf(hex));
    if (node) setSelected({ kind: 'item', ref: node.ref });
    else if (slug) setSelected({ kind: 'continent', slug });
    else setSelected({ kind: 'map' });
    return node;
  };

  /** Places the carried item. */
  const placeItem = (item: CarriedItem, hex: Hex) => {
    const isLand = owners.has(keyOf(hex));
    if (!isLand && !item.from) {
      explain('There is no land here. Paint some first, or choose another hex.');
      return;
    }
    change(`${item.from ? 'Move' : 'Place'} ${item.name}`, (map) => putItem(map, item, hex));
    setSelected({ kind: 'item', ref: item.ref });
    setCarried(null);
    announce(`Placed ${item.name} at ${hex.q}, ${hex.r}.`);
  };

  const applyPathTool = (hex: Hex) => {
    const node = nodeAt(hex);
    if (selected.kind === 'edge' && !pathStart && !node)
      return change('Reroute a path', (map) => bendEdge(map, selected.from, selected.to, hex));
    if (!node) return announce('A path connects two courses or labs. Select one.');
    if (!pathStart || pathStart === node.ref) {
      setPathStart(pathStart ? null : node.ref);
      setSelected({ kind: 'item', ref: node.ref });
      return announce(pathStart ? 'Path canceled.' : `The path starts at ${node.slug}. Select its end.`);
    }
    change(`Add a path to ${node.slug}`, (map) => connect(map, pathStart, node.ref));
    setSelected({ kind: 'edge', from: pathStart, to: node.ref });
    setPathStart(null);
    announce(`The path ends at ${node.slug}. Click hexes that it should pass through.`);
  };

  const flood = (hex: Hex, toSea: boolean) => {
    const region = regionAt(document, hex);
    if (!region) return explain('This is open sea. Flood works on land or a pond.');
    const to = toSea ? null : (options.continent ?? null);
    change(`Flood ${region.length} hexes`, (map) => paintLand(map, to, region));
    announce(`${region.length} hexes changed.`);
  };

  /** Explains why a stroke of the brush paints nothing, or not everything; undefined if it paints everything. */
  const explainStroke = (
    hexes: readonly Hex[],
    continent: string,
  ): { isWhole: boolean; message: string } | undefined => {
    const nameOf = (slug: string) => document.continents.find((one) => one.slug === slug)?.name ?? slug;
    const open = hexes.filter((hex) => owners.get(keyOf(hex)) !== continent);
    if (open.length === 0)
      return {
        isWhole: true,
        message: `Nothing painted: this is already land of ${nameOf(continent)}. Drag over the sea, or select another continent.`,
      };
    if (!options.keepSea) return undefined;
    const painted = ownersOf(paintLand(document, continent, open, { keepSea: true }));
    const refused = open.filter((hex) => painted.get(keyOf(hex)) !== continent);
    if (refused.length === 0) return undefined;
    const isWhole = refused.length === open.length;
    const other = neighbourOf(refused, continent);
    const near = other ? nameOf(other) : 'another continent';
    return {
      isWhole,
      message: `${isWhole ? 'Nothing painted' : `${refused.length} of ${open.length} hexes not painted`}: ${near} is less than 3 hexes away. Untick “Keep 2 hexes of sea between continents” to paint there.`,
    };
  };

  /** Finds another continent at or near these hexes. */
  const neighbourOf = (hexes: readonly Hex[], continent: string): string | undefined => {
    for (let radius = 0; radius <= CHANNEL; radius++)
      for (const hex of hexes)
        for (const next of ring(hex, radius)) {
          const slug = owners.get(keyOf(next));
          if (slug !== undefined && slug !== continent) return slug;
        }
    return undefined;
  };

  return {
    /** Applies the tool to hexes as one undo step. @param inverse paint erases, and terrain is removed */
    stroke(hexes: readonly Hex[], inverse: boolean) {
      const { tool, continent, keepSea, terrain } = options;
      if (hexes.length === 0) return;
      if (tool === 'terrain') {
        const land = hexes.filter((hex) => owners.has(keyOf(hex)));
        if (land.length === 0) return explain('There is no land here. Draw terrain on land.');
        change(inverse ? 'Remove terrain' : `Draw ${terrain}`, (map) =>
          setTerrain(map, land, inverse ? null : terrain),
        );
        return;
      }
      if (tool === 'erase' || (tool === 'paint' && inverse)) {
        if (!hexes.some((hex) => owners.has(keyOf(hex))))
          return explain('This is open sea. There is no land to erase.');
        change('Erase land', (map) => paintLand(map, null, hexes));
        return announce('Erased.');
      }
      if (tool !== 'paint') return;
      if (!continent) return explain('Select a continent to paint, or create one.');
      const refusal = explainStroke(hexes, continent);
      if (refusal?.isWhole) return explain(refusal.message);
      change('Paint land', (map) => paintLand(map, continent, hexes, { keepSea }));
      if (refusal) explain(refusal.message);
      else announce('Painted.');
    },

    /** Handles a click, or Enter on the hex cursor. */
    press(hex: Hex, inverse: boolean) {
      if (carried) return placeItem(carried, hex);
      if (options.tool === 'path') return applyPathTool(hex);
      if (options.tool === 'flood') return flood(hex, inverse);
      selectAt(hex);
    },

    /** Moves a node to another hex. */
    move(ref: NodeRef, name: string, hex: Hex) {
      change(`Move ${name}`, (map) => putItem(map, { ref }, hex));
      setSelected({ kind: 'item', ref });
    },

    /** Removes a course or a lab from the map, with its paths. */
    removeFromMap(ref: NodeRef, name: string) {
      change(`Remove ${name}`, (map) => removeItem(map, ref));
      setSelected({ kind: 'map' });
      announce(`${name} removed from the map.`);
    },

    /** Selects the continent under the pointer for the brush. */
    pickLand(hex: Hex) {
      const slug = owners.get(keyOf(hex));
      if (slug) setOptions({ continent: slug });
    },

    /** Cancels the carried item, else the path, else the selection. */
    cancel() {
      if (carried) setCarried(null);
      else if (pathStart) setPathStart(null);
      else setSelected({ kind: 'map' });
    },
  };
}

/** Adds a hex to the route of an edge, or removes it. */
function bendEdge(map: MapDocument, from: NodeRef, to: NodeRef, { q, r }: Hex): MapDocument {
  const edge = edgeOf(map, from, to);
  if (!edge) return map;
  const without = edge.via.filter(([a, b]) => a !== q || b !== r);
  const via: [number, number][] = without.length < edge.via.length ? without : [...edge.via, [q, r]];
  const copy = structuredClone(map);
  Object.assign(edgeOf(copy, from, to) ?? {}, { via });
  return copy;
}
