import { type Cells, cellsOf, hexOf } from '@hexpedition/hexkit/cells';
import type { Hex } from '@hexpedition/hexkit/hex';
import { fromPixel } from '@hexpedition/hexkit/hex';
import { landPath } from '@hexpedition/hexkit/svg';
import { type MapFrame, onMap } from '../../camera/map-frame.ts';
import { type Brush, sameHex, strokeBetween } from './brush.ts';

export interface CanvasPointerOptions {
  frame: MapFrame;
  stage: HTMLElement;
  /** Path that shows the stroke in progress. */
  path: SVGPathElement;
  brush(): Brush;
  /** Returns what a press starts: a stroke, a move of an item, or null to drag the map. */
  onPress(hex: Hex, event: PointerEvent): 'stroke' | { element: Element | null; onDrop: (hex: Hex) => void } | null;
  /** Called with all hexes of a finished stroke. */
  onStroke(hexes: Hex[], event: PointerEvent): void;
  /** Called when the hex under the pointer changes. */
  onHover(hex: Hex | undefined): void;
}

/** Returns the hex under a pixel of the window. */
export function hexUnder(frame: MapFrame, stage: Element, at: { clientX: number; clientY: number }): Hex | undefined {
  if (!frame.last) return undefined;
  const box = stage.getBoundingClientRect();
  return fromPixel(onMap(frame.last, { x: at.clientX - box.left, y: at.clientY - box.top }));
}

/**
 * Handles strokes and moves by pointer, outside React. A stroke is drawn in the next frame and changes the document once,
 * at its end. The middle button drags the map with every tool.
 * @returns a function that removes all listeners
 */
export function attachCanvasPointer(area: HTMLElement, options: CanvasPointerOptions): () => void {
  const { frame, stage, path } = options;
  let stroke: { id: number; cells: Cells; last: Hex } | undefined;
  let move:
    | {
        id: number;
        start: { x: number; y: number };
        from: Hex;
        onDrop: (hex: Hex) => void;
        element: Element | null;
        isMoved: boolean;
      }
    | undefined;
  let pan: { id: number; x: number; y: number } | undefined;
  let hovered: Hex | undefined;
  let animationFrame = 0;

  const draw = () => {
    animationFrame = 0;
    path.setAttribute('d', stroke ? landPath(stroke.cells) : '');
  };
  const add = (hex: Hex) => {
    if (!stroke) return;
    for (const cell of cellsOf(strokeBetween(stroke.last, hex, options.brush()))) stroke.cells.add(cell);
    stroke.last = hex;
    animationFrame ||= requestAnimationFrame(draw);
  };

  const down = (event: PointerEvent) => {
    if (event.button === 1) {
      event.preventDefault();
      pan = { id: event.pointerId, x: event.clientX, y: event.clientY };
      area.setPointerCapture(event.pointerId);
      return;
    }
    const hex = hexUnder(frame, stage, event);
    if (event.button !== 0 || !hex || stroke || move) return;
    const action = options.onPress(hex, event);
    if (!action) return;
    // Otherwise the press would drag the map.
    event.stopPropagation();
    frame.camera?.stop();
    area.setPointerCapture(event.pointerId);
    if (action === 'stroke') {
      stroke = { id: event.pointerId, cells: new Set(), last: hex };
      add(hex);
    } else {
      const start = { x: event.clientX, y: event.clientY };
      move = { id: event.pointerId, start, from: hex, isMoved: false, ...action };
    }
  };

  const pointerMove = (event: PointerEvent) => {
    if (pan?.id === event.pointerId) {
      frame.camera?.moveBy(event.clientX - pan.x, event.clientY - pan.y);
      pan = { ...pan, x: event.clientX, y: event.clientY };
      return;
    }
    const hex = hexUnder(frame, stage, event);
    if (!sameHex(hovered, hex)) {
      hovered = hex;
      options.onHover(hex);
    }
    if (!hex) return;
    if (stroke?.id === event.pointerId) {
      for (const step of event.getCoalescedEvents?.() ?? []) {
        const between = hexUnder(frame, stage, step);
        if (between) add(between);
      }
      add(hex);
    }
    if (move?.id !== event.pointerId || !frame.last) return;
    const [dx, dy] = [event.clientX - move.start.x, event.clientY - move.start.y];
    if (!move.isMoved && Math.hypot(dx, dy) < 5) return;
    move.isMoved = true;
    const { k } = frame.last.state;
    move.element?.setAttribute('transform', `translate(${dx / k} ${dy / k})`);
  };

  const up = (event: PointerEvent) => {
    if (pan?.id === event.pointerId) pan = undefined;
    const isCanceled = event.type === 'pointercancel';
    if (stroke?.id === event.pointerId) {
      const cells = [...stroke.cells].map(hexOf);
      stroke = undefined;
      // The stroke stays visible until the compiled map contains it.
      if (isCanceled) draw();
      else options.onStroke(cells, event);
    }
    if (move?.id === event.pointerId) {
      const { element, from, onDrop, isMoved } = move;
      move = undefined;
      element?.removeAttribute('transform');
      const hex = hexUnder(frame, stage, event);
      if (!isCanceled && hex && isMoved && !sameHex(hex, from)) onDrop(hex);
    }
  };

  const leave = () => {
    hovered = undefined;
    options.onHover(undefined);
  };

  area.addEventListener('pointerdown', down);
  area.addEventListener('pointermove', pointerMove);
  area.addEventListener('pointerup', up);
  area.addEventListener('pointercancel', up);
  area.addEventListener('pointerleave', leave);
  return () => {
    cancelAnimationFrame(animationFrame);
    area.removeEventListener('pointerdown', down);
    area.removeEventListener('pointermove', pointerMove);
    area.removeEventListener('pointerup', up);
    area.removeEventListener('pointercancel', up);
    area.removeEventListener('pointerleave', leave);
  };
}
