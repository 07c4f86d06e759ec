import type { MapDraft, NodeRef } from '@hexpedition/contract';
import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { nodesOf } from '@hexpedition/hexkit/document';
import { ownersOf } from '@hexpedition/hexkit/edits';
import type { Hex } from '@hexpedition/hexkit/hex';
import type { KnownSlugs } from '@hexpedition/hexkit/validate';
import { useCallback, useMemo, useState } from 'react';
import { sameHex } from './canvas/brush.ts';
import { useCompiledMap } from './draft/use-compiled-map.ts';
import { useDraft } from './draft/use-draft.ts';
import type { CarriedItem, EditorSelection, ToolOptions } from './editor-tools.ts';
import { PresenceStore } from './presence/presence-store.ts';
import { usePresence } from './presence/use-presence.ts';
import { toolActions } from './tool-actions.ts';

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
  const [selected, setSelected] = useState<EditorSelection>({ kind: 'map' });
  const [carried, setCarried] = useState<CarriedItem | null>(null);
  /** Node at which the path being drawn starts. */
  const [pathStart, setPathStart] = useState<NodeRef | null>(null);
  /** Hex of the keyboard cursor, or undefined before its first move. */
  const [cursor, setCursor] = useState<Hex>();
  /** Last change, announced to screen readers. */
  const [announcement, setAnnouncement] = useState('');
  /** Reason why the last action had no effect, shown beside the tool. */
  const [refusal, setRefusal] = useState('');
  const announce = useCallback((message: string) => {
    setAnnouncement(message);
    setRefusal('');
  }, []);
  const explain = useCallback((message: string) => {
    setAnnouncement(message);
    setRefusal(message);
  }, []);

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
  const select = (next: EditorSelection) => {
    setSelected(next);
    const node = next.kind === 'item' ? nodes.find(({ ref }) => ref === next.ref) : undefined;
    if (node) setCursor({ q: node.q, r: node.r });
  };

  const actions = toolActions({
    ...{ document, change, options, setOptions, selected, setSelected, carried, setCarried },
    ...{ pathStart, setPathStart, nodeAt, owners, announce, explain },
  });

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
    refusal,
    announce,
    presence,
    nodes,
    owners,
    nodeAt,
    ...actions,
  };
}
