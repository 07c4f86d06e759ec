import type { MapDraft, NodeRef } from '@hexpedition/contract';
import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { keyOf } from '@hexpedition/hexkit/cells';
import { nodesOf } from '@hexpedition/hexkit/document';
import {
  connect,
  edgeOf,
  ownersOf,
  paintLand,
  putItem,
  regionAt,
  removeItem,
  setTerrain,
} from '@hexpedition/hexkit/edits';
import type { Hex } from '@hexpedition/hexkit/hex';
import type { KnownSlugs } from '@hexpedition/hexkit/validate';
import { useCallback, useMemo, useState } from 'react';
import { sameHex } from './canvas/brush.ts';
import { useCompiledMap } from './draft/use-compiled-map.ts';
import { useDraft } from './draft/use-draft.ts';
import type { Carried, Selected, ToolOptions } from './editor-tools.ts';
import { PresenceStore } from './presence/presence-store.ts';
import { usePresence } from './presence/use-presence.ts';

export type Editor = ReturnType<typeof useEditor>;

/** State of a map's editor: its draft, the compiled map, the tool options and the selection. */
export function useEditor(hexmap: HexmapName, first: MapDraft, known: KnownSlugs) {
  const draft = useDraft(hexmap, first);
  const { document, change } = draft;
  const compiled = useCompiledMap(document, known);
  const [options, setToolOptions] = useState<ToolOptions>({
    tool: 'select',
    continent: first.document.continents[0]?.slug,
    brush: 1,
    keepSea: true,
    terrain: 'forest',
  });
  const [selected, setSelected] = useState<Selected>({ kind: 'map' });
  const [carried, setCarried] = useState<Carried | null>(null);
  /** Node at which the path being drawn starts. */
  const [pathStart, setPathStart] = useState<NodeRef | null>(null);
  /** Hex of the keyboard cursor, or undefined before its first move. */
  const [cursor, setCursor] = useState<Hex>();
  /** Last change, announced to screen readers. */
  const [announcement, announce] = useState('');

  const nodes = useMemo(() => nodesOf(document), [document]);
  const owners = useMemo(() => ownersOf(document), [document]);
  const nodeAt = useCallback((hex: Hex) => nodes.find((node) => sameHex(node, hex)), [nodes]);

  const [presence] = useState(() => new PresenceStore());
  const selectedNode = selected.kind === 'item' ? nodes.find(({ ref }) => ref === selected.ref) : undefined;
  usePresence(hexmap, presence, () => presence.cursorHex ?? selectedNode ?? null, draft.hear);

  const setOptions = (next: Partial<ToolOptions>) => {
    setToolOptions((before) => ({ ...before, ...next }));
    setPathStart(null);
    if (next.tool) setCarried(null);
  };

  /** Selects something from a list, and moves the keyboard cursor to it. */
  const select = (next: Selected) => {
    setSelected(next);
    const node = next.kind === 'item' ? nodes.find(({ ref }) => ref === next.ref) : undefined;
    if (node) setCursor({ q: node.q, r: node.r });
  };

  const selectAt = (hex: Hex) => {
    const node = nodeAt(hex);
    const slug = owners.get(keyOf(hex));
    if (node) setSelected({ kind: 'item', ref: node.ref });
    else if (slug) setSelected({ kind: 'continent', slug });
    else setSelected({ kind: 'map' });
    return node;
  };

  /** Places the carried item. */
  const placeItem = (item: Carried, hex: Hex) => {
    const isLand = owners.has(keyOf(hex));
    if (!isLand && !item.from) {
      announce('There is no land here. Paint some first, or choose another hex.');
      return;
    }
    change(`${item.from ? 'Move' : 'Place'} ${item.name}`, (map) => putItem(map, item, hex));
    setSelected({ kind: 'item', ref: item.ref });
    setCarried(null);
    announce(`Placed ${item.name} at ${hex.q}, ${hex.r}.`);
  };

  const applyPathTool = (hex: Hex) => {
    const node = nodeAt(hex);
    if (selected.kind === 'edge' && !pathStart && !node) return bend(selected.from, selected.to, hex);
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

  /** Adds a hex to the route of an edge, or removes it. */
  const bend = (from: NodeRef, to: NodeRef, { q, r }: Hex) =>
    change('Reroute a path', (map) => {
      const edge = edgeOf(map, from, to);
      if (!edge) return map;
      const without = edge.via.filter(([a, b]) => a !== q || b !== r);
      const via: [number, number][] = without.length < edge.via.length ? without : [...edge.via, [q, r]];
      const copy = structuredClone(map);
      Object.assign(edgeOf(copy, from, to) ?? {}, { via });
      return copy;
    });

  const flood = (hex: Hex, toSea: boolean) => {
    const region = regionAt(document, hex);
    if (!region) return announce('This is open sea. Flood works on land or a pond.');
    const to = toSea ? null : (options.continent ?? null);
    change(`Flood ${region.length} hexes`, (map) => paintLand(map, to, region));
    announce(`${region.length} hexes changed.`);
  };

  return {
    ...draft,
    hexmap,
    compiled,
    known,
    options,
    setOptions,
    selected,
    /** Selected course or lab, if any. */
    selectedNode,
    select,
    carried,
    carry: setCarried,
    pathStart,
    cursor,
    moveCursor: setCursor,
    announcement,
    announce,
    presence,
    nodes,
    owners,
    nodeAt,

    /** Applies the tool to hexes as one undo step. @param inverse paint erases, and terrain is removed */
    stroke(hexes: readonly Hex[], inverse: boolean) {
      const { tool, continent, keepSea, terrain } = options;
      if (hexes.length === 0) return;
      if (tool === 'terrain') {
        const land = hexes.filter((hex) => owners.has(keyOf(hex)));
        change(inverse ? 'Remove terrain' : `Draw ${terrain}`, (map) =>
          setTerrain(map, land, inverse ? null : terrain),
        );
        return;
      }
      if (tool === 'erase' || (tool === 'paint' && inverse)) {
        change('Erase land', (map) => paintLand(map, null, hexes));
        return announce('Erased.');
      }
      if (tool !== 'paint') return;
      if (!continent) return announce('Select a continent to paint, or create one.');
      change('Paint land', (map) => paintLand(map, continent, hexes, { keepSea }));
      announce('Painted.');
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
