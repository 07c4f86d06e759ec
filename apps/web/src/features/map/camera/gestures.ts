import type { Camera } from './camera.ts';

/** Pixels that a pointer may move before a drag starts. */
const THRESHOLD = { mouse: 5, touch: 10 } as const;
const WHEEL_GAIN = 0.0016;
const PINCH_GAIN = 0.012;
/** A second click within this time, in milliseconds, without a second touch is a duplicate event of one tap. */
const DOUBLE_FIRE = 350;
/** Last part of a drag over which the speed of a fling is measured, in milliseconds. */
const FLING_WINDOW = 80;

interface Finger {
  x: number;
  y: number;
  startX: number;
  startY: number;
  trail: { x: number; y: number; time: number }[];
}

/**
 * Handles drag, fling, wheel and pinch on the stage. Clicks keep their default behaviour so that links work. Only the
 * click that ends a drag and the duplicate click of a touch are suppressed.
 * @param middle the middle of the clear part of the screen, in client pixels.
 * @returns a function that removes all listeners
 */
export function attachGestures(stage: HTMLElement, camera: Camera, middle: () => { x: number; y: number }): () => void {
  const fingers = new Map<number, Finger>();
  let dragging = false;
  let suppressClick = false;
  let lastTouch = { time: -Infinity, target: null as EventTarget | null };

  const down = (event: PointerEvent) => {
    // After a new touch, a click on the same button is intended.
    lastTouch.target = null;
    if (event.button !== 0 || onOverlay(event)) return;
    camera.stop();
    if (fingers.size === 0) [dragging, suppressClick] = [false, false];
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
      // Capture the pointer only now: the click of a captured pointer would not reach the link below it.
      for (const id of fingers.keys()) stage.setPointerCapture(id);
    }
    if (fingers.size === 2) pinch(fingers, finger, x, y);
    else camera.moveBy(x - finger.x, y - finger.y);
    [finger.x, finger.y] = [x, y];
    finger.trail.push({ x, y, time: event.timeStamp });
    finger.trail = finger.trail.filter(({ time }) => event.timeStamp - time <= FLING_WINDOW);
  };

  const pinch = (all: Map<number, Finger>, moved: Finger, x: number, y: number) => {
    const other = [...all.values()].find((finger) => finger !== moved);
    if (!other) return;
    const before = Math.hypot(moved.x - other.x, moved.y - other.y);
    const after = Math.hypot(x - other.x, y - other.y);
    const centre = middle();
    // The midpoint of two fingers moves half as far as the finger that moved.
    camera.moveBy((x - moved.x) / 2, (y - moved.y) / 2);
    if (before > 0) camera.zoomAt((x + other.x) / 2 - centre.x, (y + other.y) / 2 - centre.y, after / before);
  };

  const up = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    fingers.delete(event.pointerId);
    if (!dragging) return;
    suppressClick = true;
    if (fingers.size > 0) return;
    dragging = false;
    delete stage.dataset.dragging;
    // A drag that stops before the release does not fling the picture.
    const first = finger.trail.find(({ time }) => event.timeStamp - time <= FLING_WINDOW);
    const time = first ? event.timeStamp - first.time : 0;
    if (event.type === 'pointerup' && first && time > 0)
      camera.fling((finger.x - first.x) / time, (finger.y - first.y) / time);
  };

  const click = (event: MouseEvent) => {
    const touch = 'pointerType' in event && event.pointerType === 'touch';
    const isDuplicate = touch && event.target === lastTouch.target && event.timeStamp - lastTouch.time < DOUBLE_FIRE;
    if (touch && !isDuplicate) lastTouch = { time: event.timeStamp, target: event.target };
    if (suppressClick || isDuplicate) {
      event.preventDefault();
      event.stopPropagation();
    }
    suppressClick = false;
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

/** Whether the event is on a card, a button or the minimap, which handle their own pointers. */
const onOverlay = (event: Event) => event.target instanceof Element && event.target.closest('[data-overlay]') !== null;
