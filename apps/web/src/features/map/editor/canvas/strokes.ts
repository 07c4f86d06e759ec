import { type Cells, cellsOf, hexOf } from '@hexpedition/hexkit/cells';
import type { Hex } from '@hexpedition/hexkit/hex';
import { fromPixel } from '@hexpedition/hexkit/hex';
import { landPath } from '@hexpedition/hexkit/svg';
import { type MapFrame, onMap } from '../../camera/map-frame.ts';
import { type Brush, sameHex, strokeBetween } from './brush.ts';

export interface Hand {
  frame: MapFrame;
  stage: HTMLElement;
  /** Where the stroke is drawn while it lasts. */
  path: SVGPathElement;
  brush(): Brush;
  /** What a press begins: a stroke, a move of what lies there, or nothing: then the map moves. */
  begins(hex: Hex, event: PointerEvent): 'stroke' | { moves: Element | null; done: (hex: Hex) => void } | null;
  done(hexes: Hex[], event: PointerEvent): void;
  /** The hex under the pointer has changed. */
  over(hex: Hex | undefined): void;
}

/** Which hex is under a pixel of the window. */
export function hexUnder(frame: MapFrame, stage: Element, at: { clientX: number; clientY: number }): Hex | undefined {
  if (!frame.last) return undefined;
  const box = stage.getBoundingClientRect();
  return fromPixel(onMap(frame.last, { x: at.clientX - box.left, y: at.clientY - box.top }));
}

/**
 * Strokes and moves by pointer, outside of React: what is painted shows with the next frame, and the document hears of it
 * once, at the end. The middle button moves the map with every tool.
 * @returns a function that removes all listeners
 */
export function attachHand(area: HTMLElement, hand: Hand): () => void {
  const { frame, stage, path } = hand;
  let stroke: { id: number; cells: Cells; last: Hex } | undefined;
  let move:
    | {
        id: number;
        start: { x: number; y: number };
        from: Hex;
        done: (hex: Hex) => void;
        moves: Element | null;
        isMoved: boolean;
      }
    | undefined;
  let pan: { id: number; x: number; y: number } | undefined;
  let over: Hex | undefined;
  let drawing = 0;

  const draw = () => {
    drawing = 0;
    path.setAttribute('d', stroke ? landPath(stroke.cells) : '');
  };
  const add = (hex: Hex) => {
    if (!stroke) return;
    for (const cell of cellsOf(strokeBetween(stroke.last, hex, hand.brush()))) stroke.cells.add(cell);
    stroke.last = hex;
    drawing ||= requestAnimationFrame(draw);
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
    const begun = hand.begins(hex, event);
    if (!begun) return;
    // The map would move.
    event.stopPropagation();
    frame.camera?.stop();
    area.setPointerCapture(event.pointerId);
    if (begun === 'stroke') {
      stroke = { id: event.pointerId, cells: new Set(), last: hex };
      add(hex);
    } else {
      const start = { x: event.clientX, y: event.clientY };
      move = { id: event.pointerId, start, from: hex, isMoved: false, ...begun };
    }
  };

  const moved = (event: PointerEvent) => {
    if (pan?.id === event.pointerId) {
      frame.camera?.moveBy(event.clientX - pan.x, event.clientY - pan.y);
      pan = { ...pan, x: event.clientX, y: event.clientY };
      return;
    }
    const hex = hexUnder(frame, stage, event);
    if (!sameHex(over, hex)) {
      over = hex;
      hand.over(hex);
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
    move.moves?.setAttribute('transform', `translate(${dx / k} ${dy / k})`);
  };

  const up = (event: PointerEvent) => {
    if (pan?.id === event.pointerId) pan = undefined;
    const ended = event.type === 'pointercancel';
    if (stroke?.id === event.pointerId) {
      const cells = [...stroke.cells].map(hexOf);
      stroke = undefined;
      // The stroke stays on the screen until the map is drawn with it.
      if (ended) draw();
      else hand.done(cells, event);
    }
    if (move?.id === event.pointerId) {
      const { moves, from, done, isMoved } = move;
      move = undefined;
      moves?.removeAttribute('transform');
      const hex = hexUnder(frame, stage, event);
      if (!ended && hex && isMoved && !sameHex(hex, from)) done(hex);
    }
  };

  const leave = () => {
    over = undefined;
    hand.over(undefined);
  };

  area.addEventListener('pointerdown', down);
  area.addEventListener('pointermove', moved);
  area.addEventListener('pointerup', up);
  area.addEventListener('pointercancel', up);
  area.addEventListener('pointerleave', leave);
  return () => {
    cancelAnimationFrame(drawing);
    area.removeEventListener('pointerdown', down);
    area.removeEventListener('pointermove', moved);
    area.removeEventListener('pointerup', up);
    area.removeEventListener('pointercancel', up);
    area.removeEventListener('pointerleave', leave);
  };
}
