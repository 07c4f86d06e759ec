import { useHydrated, useRouterState } from '@tanstack/react-router';
import { createRef, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { runWhenLoaded } from '#lib/run-when-loaded.ts';
import { useShortcut } from '#lib/shortcuts.ts';
import type { Atlas, MapNode, MapRoot } from './atlas/atlas.ts';
import type { Journey } from './atlas/journey.ts';
import { parentHref, type Selection, selectionKey } from './atlas/map-selection.ts';
import { clamp } from './camera/clamp.ts';
import { landPoints } from './camera/land.ts';
import { MapFrame } from './camera/map-frame.ts';
import { type CameraState, cameraFor, referenceScreen, svgView, viewOf } from './camera/map-view.ts';
import { type StageRefs, useCamera } from './camera/use-camera.ts';
import { useHover } from './camera/use-hover.ts';
import { bringIntoView, useKeyboardNavigation } from './camera/use-keyboard-navigation.ts';
import css from './map-stage.module.css';
import { MapDetail } from './overlay/lazy-map-detail.ts';
import { MapCard } from './overlay/map-card.tsx';
import { MapControls } from './overlay/map-controls.tsx';
import { levelOfDetail } from './scene/level-of-detail.ts';
import { Scene } from './scene/scene.tsx';

interface Props {
  atlas: Atlas;
  journey: Journey;
  selection: Selection;
}

const NAME = 'map-cameras';
/** Maximum number of stored entries; more than users go back. */
const MAX_ENTRIES = 40;

/** Returns the camera position that was saved for a history entry, to restore it on Back. */
function savedCamera(entry: string | undefined): CameraState | undefined {
  return entry === undefined ? undefined : read()[entry];
}

/** Saves the camera position of a history entry. */
function saveCamera(entry: string | undefined, { x, y, k }: CameraState): void {
  if (entry === undefined) return;
  // Moves the entry to the end, so that the oldest entries are dropped first.
  const { [entry]: _, ...others } = read();
  const entries = [...Object.entries(others), [entry, { x, y, k }]].slice(-MAX_ENTRIES);
  try {
    sessionStorage.setItem(NAME, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Without storage, Back shows the default view of the page.
  }
}

function read(): Record<string, CameraState> {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '{}');
  } catch {
    return {};
  }
}

/** Interactive map: scene, camera, card, detail panel and controls. */
export function MapStage({ atlas, journey, selection }: Props) {
  const [frame] = useState(() => new MapFrame());
  // The initial view stays in the markup, so that React does not overwrite the camera's changes.
  const [initialView] = useState(() => viewOf(atlas.map, selection));
  const [view] = useState(() => svgView(initialView));
  const [level] = useState(() => levelOfDetail(cameraFor(initialView, referenceScreen).k));
  // A stable object, because a new one would set up the camera again.
  const [refs] = useState<StageRefs>(() => ({
    stage: createRef(),
    clear: createRef(),
    world: createRef(),
    scene: createRef(),
  }));
  const entry = useHistoryEntry(atlas.root);
  const hydrated = useHydrated();
  // Hydration must match the server's picture, so a saved camera is used only for pages rendered in the browser.
  const [savedState] = useState(() => (hydrated ? savedCamera(entry) : undefined));
  useSavedCamera(frame, entry);
  const land = useMemo(() => landPoints(atlas.map), [atlas.map]);
  useCamera(frame, refs, initialView, savedState, atlas.map.bounds, land);
  useFlights(frame, atlas, selection, journey, entry);
  const extras = useExtras();

  const { hovered, move, keep, leave } = useHover(atlas, frame);
  const selected = selection.level === 'node' || selection.level === 'detail' ? selection.node : null;
  const keyboard = useKeyboardNavigation(atlas, frame, refs.scene, (selected ?? journey.here)?.ref);
  const focused = keyboard.focused === null ? undefined : atlas.byRef.get(keyboard.focused);
  // Always shown, unless the URL selects another node.
  const here = selected ? null : journey.here;
  const highlighted = hovered ?? focused ?? null;
  const card = selectCard(highlighted === here ? null : highlighted, selection);

  const cardOf = ({ node, kind }: ShownCard) => (
    <MapCard
      key={node.ref}
      node={node}
      kind={kind}
      journey={journey}
      frame={frame}
      atlas={atlas}
      up={parentHref(selection, atlas.root) ?? atlas.root}
      onPointerEnter={keep}
      onPointerLeave={leave}
    />
  );

  useShortcut('+', 'Zoom in', () => frame.camera?.zoomBy(1.5));
  useShortcut('-', 'Zoom out', () => frame.camera?.zoomBy(1 / 1.5));

  return (
    <div
      ref={refs.stage}
      className={css.stage}
      data-sheet={selection.level === 'node' ? 'pinned' : here ? journey.marker : undefined}
      data-detail={selection.level === 'detail' ? '' : undefined}
      onPointerMove={move}
      onPointerLeave={leave}
    >
      <div ref={refs.clear} className={css.clear}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: handles focus and keys of the links inside */}
        <div
          ref={refs.world}
          className={css.world}
          onFocus={keyboard.onFocus}
          onBlur={keyboard.onBlur}
          onKeyDown={keyboard.onKeyDown}
        >
          <Scene
            ref={refs.scene}
            atlas={atlas}
            journey={journey}
            selection={selection}
            highlighted={(hovered ?? focused ?? selected)?.ref}
            stop={keyboard.stop}
            view={view}
            level={level}
          />
        </div>
      </div>
      {extras && (
        <extras.MapExtras
          atlas={atlas}
          journey={journey}
          frame={frame}
          scene={refs.scene}
          isWhole={selection.level === 'map'}
        />
      )}
      {/* Permanent cards come before the controls in the tab order. A preview is last, because it follows the focus. */}
      {here && (
        <MapCard key="here" node={here} kind="here" atlas={atlas} journey={journey} frame={frame} up={atlas.root} />
      )}
      {card?.kind === 'pinned' && cardOf(card)}
      <MapControls map={atlas.map} frame={frame} minimap={extras && <extras.Minimap map={atlas.map} frame={frame} />} />
      {card?.kind === 'preview' && cardOf(card)}
      {selection.level === 'detail' && <MapDetail node={selection.node} journey={journey} />}
    </div>
  );
}

interface ShownCard {
  node: MapNode;
  kind: 'pinned' | 'preview';
}

/** Selects the card beside a hex: the node under the pointer or focus, else the one that the URL selects. */
function selectCard(preview: MapNode | null, selection: Selection): ShownCard | null {
  const selected = selection.level === 'node' ? selection.node : null;
  if (preview && preview !== selected) return { node: preview, kind: 'preview' };
  return selected && { node: selected, kind: 'pinned' };
}

/** Loads the parts of the map that can wait until the page is idle. */
function useExtras() {
  const [extras, setExtras] = useState<typeof import('./overlay/map-extras.tsx')>();
  useEffect(
    () =>
      runWhenLoaded(import('./overlay/map-extras.tsx'), (part) => {
        setExtras(part);
        return undefined;
      }),
    [],
  );
  return extras;
}

/** Returns the key of the history entry that shows the map, or undefined during navigation to another page. */
function useHistoryEntry(root: MapRoot): string | undefined {
  return useRouterState({
    select: ({ location: { pathname, search, state } }) =>
      `${pathname}/`.startsWith(`${root}/`) && search.view !== 'list' ? state.__TSR_key : undefined,
  });
}

/** Saves the camera position on unmount. Must be called before the hook that destroys the camera. */
function useSavedCamera(frame: MapFrame, entry: string | undefined) {
  const lastEntry = useRef(entry);
  // Keeps the last entry of the map while the next page loads.
  useLayoutEffect(() => {
    if (entry !== undefined) lastEntry.current = entry;
  }, [entry]);
  useLayoutEffect(
    () => () => {
      if (frame.camera) saveCamera(lastEntry.current, frame.camera.goal);
    },
    [frame],
  );
}

/**
 * Flies to the selection when the URL changes, and to the learner's position when it becomes known and is off the screen.
 * Back and Forward restore the saved camera position of their history entry.
 */
function useFlights(frame: MapFrame, atlas: Atlas, selection: Selection, journey: Journey, entry: string | undefined) {
  const key = selectionKey(selection);
  const current = useRef({ key, entry });
  useEffect(() => {
    const before = current.current;
    if (!frame.camera || !frame.last || entry === undefined) return;
    current.current = { key, entry };
    const saved = savedCamera(entry);
    if (entry !== before.entry) {
      saveCamera(before.entry, frame.camera.goal);
      if (saved) frame.camera.flyTo(saved);
    }
    if (key === before.key || saved) return;
    const { left, top, right, bottom } = frame.last.clear;
    const target = cameraFor(viewOf(atlas.map, selection), { width: right - left, height: bottom - top });
    const { k } = frame.camera.state;
    // Between hexes the zoom stays as the visitor has set it, within limits.
    const isNode = selection.level === 'node' || selection.level === 'detail';
    frame.camera.flyTo(isNode ? { ...target, k: clamp(k, target.k * 0.8, target.k * 1.5) } : target);
  }, [key, entry, selection, atlas, frame]);

  const here = journey.marker !== 'start' && selection.level === 'map' ? journey.here : null;
  // Progress arrives after the page.
  useEffect(() => {
    if (here && !savedCamera(current.current.entry)) bringIntoView(frame, here);
  }, [here, frame]);
}
