import type { Camera } from './camera.ts';

/** Pixels that a pointer may tremble before it drags. */
const THRESHOLD = { mouse: 5, touch: 10 } as const;
const WHEEL_GAIN = 0.0016;
const PINCH_GAIN = 0.012;
/** A second click within this time, milliseconds, without a second touch is the double fire of one tap. */
const DOUBLE_FIRE = 350;
/** The speed of a throw is measured over the last part of a drag, milliseconds. */
const MEMORY = 80;

interface Finger {
  x: number;
  y: number;
  startX: number;
  startY: number;
  trail: { x: number; y: number; time: number }[];
}

/**
 * Drag, throw, wheel and pinch on the stage. Clicks stay the browser's own, so that links are links; only the click
 * that ends a drag, and the double of a touch, are swallowed.
 * @param middle the middle of the clear part of the screen, in client pixels.
 * @returns a function that removes all listeners
 */
export function attachGestures(stage: HTMLElement, camera: Camera, middle: () => { x: number; y: number }): () => void {
  const fingers = new Map<number, Finger>();
  let dragging = false;
  let swallow = false;
  let lastTouch = { time: -Infinity, target: null as EventTarget | null };

  const down = (event: PointerEvent) => {
    // A new touch: whatever is clicked now is meant, also the same button again.
    lastTouch.target = null;
    if (event.button !== 0 || onOverlay(event)) return;
    camera.stop();
    if (fingers.size === 0) [dragging, swallow] = [false, false];
    const { clientX: x, clientY: y } = event;
    fingers.set(event.pointerId, { x, y, startX: x, startY: y, trail: [{ x, y, time: event.timeStamp }] });
  };

  const move = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const { clientX: x, clientY: y } = event;
    const limit = event.pointerType === 'mouse' ? THRESHOLD.mouse : THRESHOLD.touch;
    if (!dragging && fingers.size === 1 && Math.hypot(x - finger.startX, y - finger.startY) < limit) return;
    if (!dragging) {
      dragging = true;
      stage.dataset.dragging = '';
      // Capture only now: a captured pointer's click would no longer reach the link below it.
      for (const id of fingers.keys()) stage.setPointerCapture(id);
    }
    if (fingers.size === 2) pinch(fingers, finger, x, y);
    else camera.moveBy(x - finger.x, y - finger.y);
    [finger.x, finger.y] = [x, y];
    finger.trail.push({ x, y, time: event.timeStamp });
    finger.trail = finger.trail.filter(({ time }) => event.timeStamp - time <= MEMORY);
  };

  const pinch = (all: Map<number, Finger>, moved: Finger, x: number, y: number) => {
    const other = [...all.values()].find((finger) => finger !== moved);
    if (!other) return;
    const before = Math.hypot(moved.x - other.x, moved.y - other.y);
    const after = Math.hypot(x - other.x, y - other.y);
    const centre = middle();
    // The point between two fingers moves half as far as the one finger that moved.
    camera.moveBy((x - moved.x) / 2, (y - moved.y) / 2);
    if (before > 0) camera.zoomAt((x + other.x) / 2 - centre.x, (y + other.y) / 2 - centre.y, after / before);
  };

  const up = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    fingers.delete(event.pointerId);
    if (!dragging) return;
    swallow = true;
    if (fingers.size > 0) return;
    dragging = false;
    delete stage.dataset.dragging;
    // Who holds the picture still before letting go does not throw it.
    const first = finger.trail.find(({ time }) => event.timeStamp - time <= MEMORY);
    const time = first ? event.timeStamp - first.time : 0;
    if (event.type === 'pointerup' && first && time > 0)
      camera.fling((finger.x - first.x) / time, (finger.y - first.y) / time);
  };

  const click = (event: MouseEvent) => {
    const touch = 'pointerType' in event && event.pointerType === 'touch';
    const double = touch && event.target === lastTouch.target && event.timeStamp - lastTouch.time < DOUBLE_FIRE;
    if (touch && !double) lastTouch = { time: event.timeStamp, target: event.target };
    if (swallow || double) {
      event.preventDefault();
      event.stopPropagation();
    }
    swallow = false;
  };

  const wheel = (event: WheelEvent) => {
    if (onOverlay(event)) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const centre = middle();
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? PINCH_GAIN : WHEEL_GAIN));
    camera.zoomAt(event.clientX - centre.x, event.clientY - centre.y, factor);
  };

  const dragStart = (event: DragEvent) => event.preventDefault();

  const abort = new AbortController();
  const { signal } = abort;
  stage.addEventListener('pointerdown', down, { signal });
  stage.addEventListener('pointermove', move, { signal });
  stage.addEventListener('pointerup', up, { signal });
  stage.addEventListener('pointercancel', up, { signal });
  stage.addEventListener('click', click, { signal, capture: true });
  stage.addEventListener('wheel', wheel, { signal, passive: false });
  stage.addEventListener('dragstart', dragStart, { signal });
  return () => abort.abort();
}

/** Cards, buttons and the minimap lie on the stage but have their own pointers. */
const onOverlay = (event: Event) => event.target instanceof Element && event.target.closest('[data-overlay]') !== null;
