import { keyOf } from '@hexpedition/hexkit/cells';
import { fromPixel, type Hex, toPixel } from '@hexpedition/hexkit/hex';
import type { Issue } from '@hexpedition/hexkit/issues';
import {
  createRef,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useShortcut } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import type { Atlas } from '../../atlas/atlas.ts';
import type { Journey } from '../../atlas/journey.ts';
import { fitMap } from '../../camera/fit-map.ts';
import type { MapFrame } from '../../camera/map-frame.ts';
import { cameraFor, referenceScreen, svgView, viewOf, wholeView } from '../../camera/map-view.ts';
import { type StageRefs, useCamera } from '../../camera/use-camera.ts';
import { bringIntoView } from '../../camera/use-keyboard-navigation.ts';
import { Graticule } from '../../overlay/graticule.tsx';
import { levelOfDetail } from '../../scene/level-of-detail.ts';
import { Scene } from '../../scene/scene.tsx';
import { cancelAction } from '../canvas-focus.ts';
import { OtherCursors } from '../presence/other-cursors.tsx';
import type { Editor } from '../use-editor.ts';
import { stepFrom, underBrush } from './brush.ts';
import { BrushLayer } from './brush-layer.tsx';
import css from './canvas.module.css';
import { attachCanvasPointer, hexUnder } from './canvas-pointer.ts';
import { EditorOverlay } from './editor-overlay.tsx';

interface Props {
  editor: Editor;
  atlas: Atlas;
  journey: Journey;
  frame: MapFrame;
  /** Shows the map as a learner sees it, without editing. */
  isPreview: boolean;
  /** Problems in the order of their numbers. */
  problems: readonly Issue[];
  activeProblem: Issue | undefined;
}

/** Distance that the camera may go beyond the land, in map units, because continents grow. */
const CAMERA_MARGIN = 4_000;
const wholeMap = { level: 'map' } as const;

/** Canvas of the editor: the learner's scene with the brush, the selection and the problems on top. */
export function EditorCanvas({ editor, atlas, journey, frame, isPreview, problems, activeProblem }: Props) {
  const { compiled, options, carried, pathStart } = editor;
  const [initialView] = useState(() =>
    atlas.map.continents.length > 0 ? wholeView(atlas.map) : viewOf(atlas.map, wholeMap),
  );
  const [view] = useState(() => svgView(initialView));
  const [level] = useState(() => levelOfDetail(cameraFor(initialView, referenceScreen).k));
  const [limits] = useState(() => {
    const { x, y, width, height } = atlas.map.bounds;
    return {
      x: x - CAMERA_MARGIN,
      y: y - CAMERA_MARGIN,
      width: width + 2 * CAMERA_MARGIN,
      height: height + 2 * CAMERA_MARGIN,
    };
  });
  const [refs] = useState<StageRefs>(() => ({
    stage: createRef(),
    clear: createRef(),
    world: createRef(),
    scene: createRef(),
  }));
  const stroke = useRef<SVGPathElement>(null);
  const pointer = useRef<SVGGElement>(null);
  useCamera(frame, refs, initialView, undefined, limits);
  // Opens as after "Fit", also with the names in view. Waits for nothing, so that the picture does not jump.
  const [firstMap] = useState(atlas.map);
  useLayoutEffect(() => {
    const area = refs.clear.current?.getBoundingClientRect();
    if (area && area.width > 0 && firstMap.continents.length > 0) frame.camera?.moveTo(fitMap(firstMap, area, []));
  }, [frame, refs, firstMap]);
  // Latest values for the pointer listeners, which are attached only once.
  const latest = useRef({ editor, isPreview });
  latest.current = { editor, isPreview };

  const showPointer = (hex: Hex | undefined) => {
    const mark = pointer.current;
    latest.current.editor.presence.cursorHex = (!latest.current.isPreview && hex) || null;
    if (!mark) return;
    if (hex && !latest.current.isPreview) {
      const { x, y } = toPixel(hex);
      mark.setAttribute('transform', `translate(${x} ${y})`);
      mark.removeAttribute('display');
    } else mark.setAttribute('display', 'none');
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners read the latest values from a ref
  useEffect(() => {
    const [stage, area, path] = [refs.stage.current, refs.clear.current, stroke.current];
    if (!stage || !area || !path) return;
    return attachCanvasPointer(area, {
      frame,
      stage,
      path,
      brush: () => latest.current.editor.options.brush,
      onPress: (hex, event) => {
        const { editor: current, isPreview: isLocked } = latest.current;
        if (isLocked || current.carried) return null;
        const { tool } = current.options;
        if (tool === 'paint' && event.altKey) {
          current.pickLand(hex);
          return null;
        }
        if (tool === 'paint' || tool === 'erase' || tool === 'terrain') return 'stroke';
        const node = tool === 'select' ? current.nodeAt(hex) : undefined;
        if (!node) return null;
        const element = refs.scene.current?.querySelector(`[data-ref="${node.ref}"]`) ?? null;
        return { element, onDrop: (to: Hex) => latest.current.editor.move(node.ref, node.slug, to) };
      },
      onStroke: (hexes, event) => latest.current.editor.stroke(hexes, event.shiftKey),
      onHover: showPointer,
    });
  }, [frame, refs]);

  // The compiled map now contains the stroke.
  useEffect(() => {
    if (compiled) stroke.current?.setAttribute('d', '');
  }, [compiled]);

  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('[data-overlay]')) return;
    // Links of the scene are inactive in the editor.
    event.preventDefault();
    const { tool } = options;
    if (isPreview || ((tool === 'paint' || tool === 'erase' || tool === 'terrain') && !carried)) return;
    const stage = refs.stage.current;
    const hex = stage && hexUnder(frame, stage, event);
    if (!hex) return;
    editor.moveCursor(hex);
    editor.press(hex, event.shiftKey);
  };

  useShortcut('+', 'Zoom in', () => frame.camera?.zoomBy(1.5));
  useShortcut('-', 'Zoom out', () => frame.camera?.zoomBy(1 / 1.5));

  const cursor = useCursor(editor, frame, isPreview);
  // The mouse moves the marker outside React, so the keyboard cursor does too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the cursor matters
  useEffect(() => {
    if (window.document.activeElement === refs.stage.current) showPointer(editor.cursor);
  }, [editor.cursor]);
  const { selected, document, selectedNode } = editor;
  const edge =
    selected.kind === 'edge'
      ? document.paths.flatMap(({ edges }) => edges).find((one) => one.from === selected.from && one.to === selected.to)
      : undefined;
  const unmappedNodes = useMemo(() => editor.nodes.filter(({ ref }) => !atlas.byRef.has(ref)), [editor.nodes, atlas]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the hex cursor
    <div
      ref={refs.stage}
      className={css.stage}
      data-tool={isPreview ? 'preview' : carried ? 'carry' : options.tool}
      onClick={onClick}
      role="application"
      aria-label="Map canvas"
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
            highlighted={undefined}
            stop=""
            view={view}
            level={level}
          />
          {!isPreview && (
            <EditorOverlay
              selectedHex={selectedNode}
              pathStart={editor.nodes.find(({ ref }) => ref === pathStart)}
              via={edge?.via ?? []}
              ghosts={unmappedNodes}
              problems={problems}
              activeProblem={activeProblem}
            />
          )}
        </div>
      </div>
      {!isPreview && <BrushLayer frame={frame} stroke={stroke} pointer={pointer} />}
      {!isPreview && <OtherCursors frame={frame} presence={editor.presence} />}
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
            camera.flyTo(fitMap(atlas.map, { width: right - left, height: bottom - top }, []));
          }}
        >
          Fit
        </Button>
      </div>
    </div>
  );
}

/**
 * Keyboard control of the canvas: arrow keys move a hex cursor, Space uses the tool, Enter picks up and puts down, Delete
 * removes from the map. The cursor starts at the last selected or visited hex, or in the middle of the screen.
 */
function useCursor(editor: Editor, frame: MapFrame, isPreview: boolean) {
  const currentHex = () => editor.cursor ?? fromPixel(frame.last?.state ?? { x: 0, y: 0 });

  const goTo = (hex: Hex) => {
    editor.moveCursor(hex);
    bringIntoView(frame, toPixel(hex));
    const node = editor.nodeAt(hex);
    const land = editor.owners.get(keyOf(hex));
    editor.announce(`${hex.q}, ${hex.r}: ${node ? node.slug : (land ?? 'sea')}`);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isPreview || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = currentHex();
    const next = stepFrom(at, event.key);
    const { tool, brush } = editor.options;
    const isBrush = tool === 'paint' || tool === 'erase' || tool === 'terrain';
    if (next) goTo(next);
    else if (event.key === 'Enter' || event.key === ' ') applyTool(at, event.shiftKey, isBrush, brush);
    else if (event.key === 'Delete') removeAt(at);
    else if (event.key === 'Escape') cancelAction(editor);
    else return;
    event.preventDefault();
  };

  const removeAt = (hex: Hex) => {
    const node = editor.nodeAt(hex);
    if (node) editor.removeFromMap(node.ref, node.slug);
    else editor.announce('This hex is empty.');
  };

  const applyTool = (hex: Hex, inverse: boolean, isBrush: boolean, brush: Editor['options']['brush']) => {
    goTo(hex);
    if (editor.carried) return editor.press(hex, inverse);
    if (isBrush) return editor.stroke(underBrush(hex, brush), inverse);
    const node = editor.nodeAt(hex);
    // A second Enter on the same hex picks the item up.
    if (
      editor.options.tool === 'select' &&
      node &&
      editor.selected.kind === 'item' &&
      editor.selected.ref === node.ref
    ) {
      editor.carry({ ref: node.ref, name: node.slug, from: hex });
      return editor.announce(`Picked up ${node.slug}. Go to another hex and press Enter.`);
    }
    editor.press(hex, inverse);
  };

  return {
    onKeyDown,
    onFocus: (event: { target: unknown; currentTarget: Element }) => {
      if (event.target === event.currentTarget && event.currentTarget.matches(':focus-visible')) goTo(currentHex());
    },
  };
}
