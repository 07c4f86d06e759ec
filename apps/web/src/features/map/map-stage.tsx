import { useHydrated, useRouterState } from '@tanstack/react-router';
import { createRef, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { runWhenLoaded } from '#lib/run-when-loaded.ts';
import { useShortcut } from '#lib/shortcuts.ts';
import type { Atlas, MapNode, MapRoot } from './atlas/atlas.ts';
import type { Journey } from './atlas/journey.ts';
import { parentHref, type Selection, selectionKey } from './atlas/selection.ts';
import { clamp } from './camera/camera.ts';
import { saveCamera, savedCamera } from './camera/kept-cameras.ts';
import { MapFrame } from './camera/map-frame.ts';
import { type StageRefs, useCamera } from './camera/use-camera.ts';
import { useHover } from './camera/use-hover.ts';
import { bringIntoView, useKeyboardNavigation } from './camera/use-steering.ts';
import { cameraFor, svgView, referenceScreen, viewOf } from './camera/view.ts';
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

/** The chart itself: scene, camera, card, detail, controls. */
export function MapStage({ atlas, journey, selection }: Props) {
  const [frame] = useState(() => new MapFrame());
  // The view of the first render stays in the markup: React must not overwrite what the camera has done.
  const [first] = useState(() => viewOf(atlas.map, selection));
  const [view] = useState(() => svgView(first));
  const [level] = useState(() => levelOfDetail(cameraFor(first, referenceScreen).k));
  // The same object for ever: a new one would set up the camera again.
  const [refs] = useState<StageRefs>(() => ({
    stage: createRef(),
    clear: createRef(),
    world: createRef(),
    scene: createRef(),
  }));
  const entry = useEntry(atlas.root);
  const hydrated = useHydrated();
  // The server's picture stands still while the page wakes up, so a kept camera is for pages that the browser draws.
  const [kept] = useState(() => (hydrated ? savedCamera(entry) : undefined));
  useKeeping(frame, entry);
  useCamera(frame, refs, first, kept, atlas.map.bounds);
  useFlights(frame, atlas, selection, journey, entry);
  const extras = useExtras();

  const { hovered, move, keep, leave } = useHover(atlas, frame);
  const selected = selection.level === 'node' || selection.level === 'detail' ? selection.node : null;
  const steering = useKeyboardNavigation(atlas, frame, refs.scene, (selected ?? journey.here)?.ref);
  const focused = steering.focused === null ? undefined : atlas.byRef.get(steering.focused);
  // Always shown, unless the address names another place.
  const here = selected ? null : journey.here;
  const pointed = hovered ?? focused ?? null;
  const card = chooseCard(pointed === here ? null : pointed, selection);

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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the focus and keys of the links inside */}
        <div
          ref={refs.world}
          className={css.world}
          onFocus={steering.onFocus}
          onBlur={steering.onBlur}
          onKeyDown={steering.onKeyDown}
        >
          <Scene
            ref={refs.scene}
            atlas={atlas}
            journey={journey}
            selection={selection}
            lit={(hovered ?? focused ?? selected)?.ref}
            stop={steering.stop}
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
      {/* The tab key reaches the lasting cards before the controls. A preview comes last: it goes with the focus. */}
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

/** One map card at a time stands beside its hex: what the pointer or focus is on, else what the address names. */
function chooseCard(preview: MapNode | null, selection: Selection): ShownCard | null {
  const selected = selection.level === 'node' ? selection.node : null;
  if (preview && preview !== selected) return { node: preview, kind: 'preview' };
  return selected && { node: selected, kind: 'pinned' };
}

/** The part of the chart that comes when the page stands. */
function useExtras() {
  const [extras, setExtras] = useState<typeof import('./overlay/map-extras.tsx')>();
  // What is late is outside React.
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

/** The entry of the browser's history that shows the map; undefined on the way to another page. */
function useEntry(root: MapRoot): string | undefined {
  return useRouterState({
    select: ({ location: { pathname, search, state } }) =>
      `${pathname}/`.startsWith(`${root}/`) && search.view !== 'list' ? state.__TSR_key : undefined,
  });
}

/** Keeps where the camera stands when the map goes; it has to be called before the hook that ends the camera. */
function useKeeping(frame: MapFrame, entry: string | undefined) {
  const shown = useRef(entry);
  // The last entry of the map, also while the next page is on its way.
  useLayoutEffect(() => {
    if (entry !== undefined) shown.current = entry;
  }, [entry]);
  // The camera is outside React, and this is the last moment at which it can be asked.
  useLayoutEffect(
    () => () => {
      if (frame.camera) saveCamera(shown.current, frame.camera.goal);
    },
    [frame],
  );
}

/**
 * Flies when the address changes, and to the learner's place when that becomes known and is off the screen. Back and
 * Forward lead to where the camera stood when their entry of the history was left.
 */
function useFlights(frame: MapFrame, atlas: Atlas, selection: Selection, journey: Journey, entry: string | undefined) {
  const key = selectionKey(selection);
  const at = useRef({ key, entry });
  // The camera is outside React: it has to be told.
  useEffect(() => {
    const before = at.current;
    if (!frame.camera || !frame.last || entry === undefined) return;
    at.current = { key, entry };
    const kept = savedCamera(entry);
    if (entry !== before.entry) {
      saveCamera(before.entry, frame.camera.goal);
      if (kept) frame.camera.flyTo(kept);
    }
    if (key === before.key || kept) return;
    const { left, top, right, bottom } = frame.last.clear;
    const target = cameraFor(viewOf(atlas.map, selection), { width: right - left, height: bottom - top });
    const { k } = frame.camera.state;
    // From hex to hex the distance stays as the visitor likes it, within reason.
    const near = selection.level === 'node' || selection.level === 'detail';
    frame.camera.flyTo(near ? { ...target, k: clamp(k, target.k * 0.8, target.k * 1.5) } : target);
  }, [key, entry, selection, atlas, frame]);

  const here = journey.marker !== 'start' && selection.level === 'map' ? journey.here : null;
  // Progress arrives after the page, and the camera is outside React.
  useEffect(() => {
    if (here && !savedCamera(at.current.entry)) bringIntoView(frame, here);
  }, [here, frame]);
}
