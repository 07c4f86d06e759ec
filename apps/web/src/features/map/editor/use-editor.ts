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
import { useCompiled } from './draft/use-compiled.ts';
import { useDraft } from './draft/use-draft.ts';
import { Here } from './here/here.ts';
import { useHere } from './here/use-here.ts';
import type { Carried, Selected, ToolOptions } from './tools.ts';

export type Editor = ReturnType<typeof useEditor>;

/** The editor of one map: its document, its picture, the tools, and what is chosen. */
export function useEditor(hexmap: HexmapName, first: MapDraft, known: KnownSlugs) {
  const draft = useDraft(hexmap, first);
  const { document, change } = draft;
  const compiled = useCompiled(document, known);
  const [options, setOptions] = useState<ToolOptions>({
    tool: 'select',
    continent: first.document.continents[0]?.slug,
    brush: 1,
    keepSea: true,
    terrain: 'forest',
  });
  const [selected, setSelected] = useState<Selected>({ kind: 'map' });
  const [carried, setCarried] = useState<Carried | null>(null);
  /** Where the path tool begins. */
  const [begun, setBegun] = useState<NodeRef | null>(null);
  /** The hex of the keyboard's cursor; undefined until it has a place of its own. */
  const [cursor, setCursor] = useState<Hex>();
  /** What has just happened, for those who cannot see the canvas. */
  const [said, say] = useState('');

  const nodes = useMemo(() => nodesOf(document), [document]);
  const owners = useMemo(() => ownersOf(document), [document]);
  const nodeAt = useCallback((hex: Hex) => nodes.find((node) => sameHex(node, hex)), [nodes]);

  const [here] = useState(() => new Here());
  const chosen = selected.kind === 'item' ? nodes.find(({ ref }) => ref === selected.ref) : undefined;
  useHere(hexmap, here, () => here.hand ?? chosen ?? null, draft.hear);

  const choose = (next: Partial<ToolOptions>) => {
    setOptions((before) => ({ ...before, ...next }));
    setBegun(null);
    if (next.tool) setCarried(null);
  };

  /** Chooses something in a list; the keyboard's cursor goes along. */
  const select = (next: Selected) => {
    setSelected(next);
    const node = next.kind === 'item' ? nodes.find(({ ref }) => ref === next.ref) : undefined;
    if (node) setCursor({ q: node.q, r: node.r });
  };

  const pick = (hex: Hex) => {
    const node = nodeAt(hex);
    const slug = owners.get(keyOf(hex));
    if (node) setSelected({ kind: 'item', ref: node.ref });
    else if (slug) setSelected({ kind: 'continent', slug });
    else setSelected({ kind: 'map' });
    return node;
  };

  /** Puts down what is carried. */
  const put = (item: Carried, hex: Hex) => {
    const isLand = owners.has(keyOf(hex));
    if (!isLand && !item.from) {
      say('There is no land here. Paint some first, or choose another hex.');
      return;
    }
    change(`${item.from ? 'Move' : 'Place'} ${item.name}`, (map) => putItem(map, item, hex));
    setSelected({ kind: 'item', ref: item.ref });
    setCarried(null);
    say(`${item.name} lies at ${hex.q}, ${hex.r}.`);
  };

  const pathAt = (hex: Hex) => {
    const node = nodeAt(hex);
    if (selected.kind === 'edge' && !begun && !node) return bend(selected.from, selected.to, hex);
    if (!node) return say('A path leads from one course or lab to another: choose one.');
    if (!begun || begun === node.ref) {
      setBegun(begun ? null : node.ref);
      setSelected({ kind: 'item', ref: node.ref });
      return say(begun ? 'Nothing is begun.' : `The path begins at ${node.slug}. Choose where it leads.`);
    }
    change(`Lead to ${node.slug}`, (map) => connect(map, begun, node.ref));
    setSelected({ kind: 'edge', from: begun, to: node.ref });
    setBegun(null);
    say(`The path leads to ${node.slug}. Click hexes that it has to pass.`);
  };

  /** Makes an edge pass a hex, or no longer. */
  const bend = (from: NodeRef, to: NodeRef, { q, r }: Hex) =>
    change('Bend a path', (map) => {
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
    if (!region) return say('This is the open sea. Flood land, or a pond.');
    const to = toSea ? null : (options.continent ?? null);
    change(`Flood ${region.length} hexes`, (map) => paintLand(map, to, region));
    say(`${region.length} hexes have changed hands.`);
  };

  return {
    ...draft,
    hexmap,
    compiled,
    known,
    options,
    choose,
    selected,
    /** The item that is chosen, where one is. */
    chosen,
    select,
    carried,
    carry: setCarried,
    begun,
    cursor,
    /** Leads the keyboard's cursor to a hex. */
    lead: setCursor,
    said,
    say,
    here,
    nodes,
    owners,
    nodeAt,

    /** One use of the tool on hexes, as one step. @param other the tool's opposite: paint erases, terrain takes away */
    stroke(hexes: readonly Hex[], other: boolean) {
      const { tool, continent, keepSea, terrain } = options;
      if (hexes.length === 0) return;
      if (tool === 'terrain') {
        const land = hexes.filter((hex) => owners.has(keyOf(hex)));
        change(other ? 'Take signs away' : `Engrave ${terrain}`, (map) =>
          setTerrain(map, land, other ? null : terrain),
        );
        return;
      }
      if (tool === 'erase' || (tool === 'paint' && other)) {
        change('Erase land', (map) => paintLand(map, null, hexes));
        return say('Erased.');
      }
      if (tool !== 'paint') return;
      if (!continent) return say('Choose a continent to paint, or make one.');
      change('Paint land', (map) => paintLand(map, continent, hexes, { keepSea }));
      say('Painted.');
    },

    /** A click, or Enter on the hex cursor. */
    press(hex: Hex, other: boolean) {
      if (carried) return put(carried, hex);
      if (options.tool === 'path') return pathAt(hex);
      if (options.tool === 'flood') return flood(hex, other);
      pick(hex);
    },

    /** Puts a node down somewhere else. */
    move(ref: NodeRef, name: string, hex: Hex) {
      change(`Move ${name}`, (map) => putItem(map, { ref }, hex));
      setSelected({ kind: 'item', ref });
    },

    /** Takes a course or a lab off the map, and the paths that end at it. */
    takeOff(ref: NodeRef, name: string) {
      change(`Take ${name} off`, (map) => removeItem(map, ref));
      setSelected({ kind: 'map' });
      say(`${name} is off the map.`);
    },

    /** Takes the land under the pointer for the brush. */
    pickLand(hex: Hex) {
      const slug = owners.get(keyOf(hex));
      if (slug) choose({ continent: slug });
    },

    /** Gives up what is begun, one thing after the other. */
    cancel() {
      if (carried) setCarried(null);
      else if (begun) setBegun(null);
      else setSelected({ kind: 'map' });
    },
  };
}
