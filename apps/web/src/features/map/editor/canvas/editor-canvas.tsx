import { keyOf } from '@hexpedition/hexkit/cells';
import { fromPixel, type Hex, toPixel } from '@hexpedition/hexkit/hex';
import type { Issue } from '@hexpedition/hexkit/issues';
import { createRef, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useShortcut } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import type { Atlas } from '../../atlas/atlas.ts';
import type { Journey } from '../../atlas/journey.ts';
import type { MapFrame } from '../../camera/map-frame.ts';
import { type StageRefs, useCamera } from '../../camera/use-camera.ts';
import { bringIntoView } from '../../camera/use-steering.ts';
import { cameraFor, svgView, referenceScreen, viewOf, wholeView } from '../../camera/view.ts';
import { Graticule } from '../../overlay/graticule.tsx';
import { levelOfDetail } from '../../scene/level-of-detail.ts';
import { Scene } from '../../scene/scene.tsx';
import { giveUp } from '../focus.ts';
import { Others } from '../here/others.tsx';
import type { Editor } from '../use-editor.ts';
import { stepFrom, underBrush } from './brush.ts';
import css from './canvas.module.css';
import { Hand } from './hand.tsx';
import { Overlay } from './overlay.tsx';
import { attachHand, hexUnder } from './strokes.ts';

interface Props {
  editor: Editor;
  atlas: Atlas;
  journey: Journey;
  frame: MapFrame;
  /** Looked at as a learner: nothing can be changed. */
  isPreview: boolean;
  /** In the order of their numbers. */
  faults: readonly Issue[];
  flown: Issue | undefined;
}

/** How far the camera may go beyond the land, in map units: continents grow. */
const ROOM = 4_000;
const wholeMap = { level: 'map' } as const;

/** The chart under the author's hands: the learner's own scene, with brush, choice and faults over it. */
export function EditorCanvas({ editor, atlas, journey, frame, isPreview, faults, flown }: Props) {
  const { compiled, options, carried, begun } = editor;
  const [first] = useState(() => viewOf(atlas.map, wholeMap));
  const [view] = useState(() => svgView(first));
  const [level] = useState(() => levelOfDetail(cameraFor(first, referenceScreen).k));
  const [limits] = useState(() => {
    const { x, y, width, height } = atlas.map.bounds;
    return { x: x - ROOM, y: y - ROOM, width: width + 2 * ROOM, height: height + 2 * ROOM };
  });
  const [refs] = useState<StageRefs>(() => ({
    stage: createRef(),
    clear: createRef(),
    world: createRef(),
    scene: createRef(),
  }));
  const stroke = useRef<SVGPathElement>(null);
  const pointer = useRef<SVGGElement>(null);
  useCamera(frame, refs, first, undefined, limits);

  // What a press in the next moment has to know.
  const now = useRef({ editor, isPreview });
  now.current = { editor, isPreview };

  const point = (hex: Hex | undefined) => {
    const mark = pointer.current;
    now.current.editor.here.hand = (!now.current.isPreview && hex) || null;
    if (!mark) return;
    if (hex && !now.current.isPreview) {
      const { x, y } = toPixel(hex);
      mark.setAttribute('transform', `translate(${x} ${y})`);
      mark.removeAttribute('display');
    } else mark.setAttribute('display', 'none');
  };

  // Pointers are outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads what it needs when it needs it
  useEffect(() => {
    const [stage, area, path] = [refs.stage.current, refs.clear.current, stroke.current];
    if (!stage || !area || !path) return;
    return attachHand(area, {
      frame,
      stage,
      path,
      brush: () => now.current.editor.options.brush,
      begins: (hex, event) => {
        const { editor: at, isPreview: isLocked } = now.current;
        if (isLocked || at.carried) return null;
        const { tool } = at.options;
        if (tool === 'paint' && event.altKey) {
          at.pickLand(hex);
          return null;
        }
        if (tool === 'paint' || tool === 'erase' || tool === 'terrain') return 'stroke';
        const node = tool === 'select' ? at.nodeAt(hex) : undefined;
        if (!node) return null;
        const moves = refs.scene.current?.querySelector(`[data-ref="${node.ref}"]`) ?? null;
        return { moves, done: (to: Hex) => now.current.editor.move(node.ref, node.slug, to) };
      },
      done: (hexes, event) => now.current.editor.stroke(hexes, event.shiftKey),
      over: point,
    });
  }, [frame, refs]);

  // The map is drawn with the stroke now.
  useEffect(() => {
    if (compiled) stroke.current?.setAttribute('d', '');
  }, [compiled]);

  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('[data-overlay]')) return;
    // Links of the scene lead nowhere here.
    event.preventDefault();
    const { tool } = options;
    if (isPreview || ((tool === 'paint' || tool === 'erase' || tool === 'terrain') && !carried)) return;
    const stage = refs.stage.current;
    const hex = stage && hexUnder(frame, stage, event);
    if (!hex) return;
    editor.lead(hex);
    editor.press(hex, event.shiftKey);
  };

  useShortcut('+', 'Zoom in', () => frame.camera?.zoomBy(1.5));
  useShortcut('-', 'Zoom out', () => frame.camera?.zoomBy(1 / 1.5));

  const cursor = useCursor(editor, frame, isPreview);
  // The mark of the cursor is drawn outside of React, where the mouse moves it too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the cursor alone
  useEffect(() => {
    if (window.document.activeElement === refs.stage.current) point(editor.cursor);
  }, [editor.cursor]);
  const { selected, document, chosen } = editor;
  const edge =
    selected.kind === 'edge'
      ? document.paths.flatMap(({ edges }) => edges).find((one) => one.from === selected.from && one.to === selected.to)
      : undefined;
  const ghosts = useMemo(() => editor.nodes.filter(({ ref }) => !atlas.byRef.has(ref)), [editor.nodes, atlas]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the hex cursor
    <div
      ref={refs.stage}
      className={css.stage}
      data-tool={isPreview ? 'look' : carried ? 'carry' : options.tool}
      onClick={onClick}
      role="application"
      aria-label="Canvas of the map"
      aria-describedby="canvas-keys"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see role
      tabIndex={0}
      data-part
      {...cursor}
    >
      <div ref={refs.clear} className={css.clear}>
        <div ref={refs.world} className={css.world} inert>
          <Scene
            ref={refs.scene}
            atlas={atlas}
            journey={journey}
            selection={wholeMap}
            lit={undefined}
            stop=""
            view={view}
            level={level}
          />
          {!isPreview && (
            <Overlay
              chosen={chosen}
              begun={editor.nodes.find(({ ref }) => ref === begun)}
              via={edge?.via ?? []}
              ghosts={ghosts}
              faults={faults}
              flown={flown}
            />
          )}
        </div>
      </div>
      {!isPreview && <Hand frame={frame} stroke={stroke} pointer={pointer} />}
      {!isPreview && <Others frame={frame} here={editor.here} />}
      <Graticule frame={frame} origin={limits} />
      <div className={css.controls} data-overlay>
        <Button square size="sm" icon="minus" aria-label="Zoom out" onClick={() => frame.camera?.zoomBy(1 / 1.5)} />
        <Button square size="sm" icon="plus" aria-label="Zoom in" onClick={() => frame.camera?.zoomBy(1.5)} />
        <Button
          size="sm"
          icon="fit"
          onClick={() => {
            const { last, camera } = frame;
            if (!last || !camera) return;
            const { left, top, right, bottom } = last.clear;
            camera.flyTo(cameraFor(wholeView(atlas.map), { width: right - left, height: bottom - top }));
          }}
        >
          Fit
        </Button>
      </div>
    </div>
  );
}

/**
 * The map by keyboard: arrows move a hex cursor, Space uses the tool there, Enter picks up and puts down, Delete takes
 * off the map. It enters on what was chosen or led to last, or in the middle of the screen.
 */
function useCursor(editor: Editor, frame: MapFrame, isPreview: boolean) {
  const here = () => editor.cursor ?? fromPixel(frame.last?.state ?? { x: 0, y: 0 });

  const goTo = (hex: Hex) => {
    editor.lead(hex);
    bringIntoView(frame, toPixel(hex));
    const node = editor.nodeAt(hex);
    const land = editor.owners.get(keyOf(hex));
    editor.say(`${hex.q}, ${hex.r}: ${node ? node.slug : (land ?? 'sea')}`);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isPreview || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = here();
    const next = stepFrom(at, event.key);
    const { tool, brush } = editor.options;
    const isBrush = tool === 'paint' || tool === 'erase' || tool === 'terrain';
    if (next) goTo(next);
    else if (event.key === 'Enter' || event.key === ' ') act(at, event.shiftKey, isBrush, brush);
    else if (event.key === 'Delete') takeOff(at);
    else if (event.key === 'Escape') giveUp(editor);
    else return;
    event.preventDefault();
  };

  const takeOff = (hex: Hex) => {
    const node = editor.nodeAt(hex);
    if (node) editor.takeOff(node.ref, node.slug);
    else editor.say('Nothing lies on this hex.');
  };

  const act = (hex: Hex, other: boolean, isBrush: boolean, brush: Editor['options']['brush']) => {
    goTo(hex);
    if (editor.carried) return editor.press(hex, other);
    if (isBrush) return editor.stroke(underBrush(hex, brush), other);
    const node = editor.nodeAt(hex);
    // The second Enter on the same hex picks it up.
    if (
      editor.options.tool === 'select' &&
      node &&
      editor.selected.kind === 'item' &&
      editor.selected.ref === node.ref
    ) {
      editor.carry({ ref: node.ref, name: node.slug, from: hex });
      return editor.say(`${node.slug} is picked up. Go to another hex and press Enter.`);
    }
    editor.press(hex, other);
  };

  return {
    onKeyDown,
    onFocus: (event: { target: unknown; currentTarget: Element }) => {
      if (event.target === event.currentTarget && event.currentTarget.matches(':focus-visible')) goTo(here());
    },
  };
}
