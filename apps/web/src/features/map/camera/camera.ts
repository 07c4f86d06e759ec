import { planFlight } from './camera-flight.ts';
import { clamp } from './clamp.ts';
import { EDGE_SHARE, keepOnLand } from './land.ts';
import type { CameraState, Size } from './map-view.ts';

/** Time in which a fling loses 63% of its speed, in milliseconds. */
const FRICTION = 325;
/** Time without a change after which the picture is at rest, in milliseconds. */
const IDLE = 160;
/** Limits for scaling the painted picture during a movement. Beyond them, the browser repaints it. */
const STRETCH = { max: 3, min: 1 / 2 };
/** Limits of the zoom, in pixels per map unit. A large map may go below `min`, until it fills `fit` of the screen. */
const ZOOM = { min: 0.12, max: 2.6, fit: 0.85 };
/**
 * CSS pixels of the moved element per map unit. Chromium paints an element with `will-change` at its own size or larger,
 * unless it is shown at less than a quarter of that: it would paint a map at a third of its size with nine times the
 * pixels. So the element is more than four times as large as it is ever shown. Other browsers paint differently and
 * would only waste memory. Only Chromium has `userAgentData`.
 */
export const UNIT_PIXELS =
  typeof navigator !== 'undefined' && 'userAgentData' in navigator ? Math.ceil(4 * ZOOM.max) + 1 : 1;

export interface CameraOptions {
  /** Element that moves. It is at the middle of the clear part of the screen and contains the whole picture. */
  world: HTMLElement;
  /** Returns the size of the clear part of the screen, in pixels. */
  screen(): Size;
  /** Rectangle for the centre of the picture, in map units. */
  limits: { x: number; y: number; width: number; height: number };
  /** Points of which the screen always shows one, unless a flight passes; none if it may show any place. */
  land: readonly { x: number; y: number }[];
  /** Called after a change, at most once per frame. */
  onFrame(state: CameraState): void;
  /** Called when the browser repaints the picture at `k` pixels per map unit. */
  onPaint(k: number, isMoving: boolean): void;
  /** Called when the picture has come to rest. */
  onRest(state: CameraState): void;
}

/**
 * Sets an element's transform through a paused animation. A browser moves an animated element in its own layer without
 * inspecting its content. The same transform as a style makes the browser process the whole picture in every frame, which
 * takes longer than a frame on a large map.
 */
class TransformAnimation {
  readonly #animation: Animation;

  constructor(element: Element) {
    this.#animation = element.animate({ transform: ['none', 'none'] }, 1e6);
    this.#animation.pause();
  }

  set(transform: string): void {
    (this.#animation.effect as KeyframeEffect).setKeyframes({ transform: [transform, transform] });
  }

  /** Removes the animation and its transform. */
  end(): void {
    this.#animation.cancel();
  }
}

/**
 * Camera of the map. It sets one CSS transform per frame on one element, outside React. Gestures call `moveBy`, `zoomAt`
 * and `fling`. Routes call `flyTo`.
 */
export class Camera {
  state: CameraState;
  readonly #options: CameraOptions;
  readonly #transform: TransformAnimation;
  #frame = 0;
  #idle = 0;
  #painted = 0;
  #cancelMotion: (() => void) | null = null;
  #goal: CameraState | null = null;

  constructor(options: CameraOptions, state: CameraState) {
    this.#options = options;
    this.#transform = new TransformAnimation(options.world);
    this.state = state;
    this.#write();
  }

  get isFlying(): boolean {
    return this.#cancelMotion !== null;
  }

  /** Target of the current flight, or the current state. */
  get goal(): CameraState {
    return (this.isFlying && this.#goal) || this.state;
  }

  /** Moves the picture by pixels, like a drag. */
  moveBy(dx: number, dy: number): void {
    this.stop();
    const { x, y, k } = this.state;
    this.#set({ x: x - dx / k, y: y - dy / k, k });
  }

  /** Zooms by a factor and keeps the point at (`px`, `py`) in place. Both are pixels from the middle of the screen. */
  zoomAt(px: number, py: number, factor: number): void {
    this.stop();
    this.#set(this.#zoomed(this.state, px, py, factor));
  }

  /** Zooms about the middle with a short flight. If there is no land in the middle, it zooms to the nearest land. */
  zoomBy(factor: number): void {
    this.#flyTo(this.#limited(this.#zoomed(this.state, 0, 0, factor), EDGE_SHARE.zoom));
  }

  /** Releases the picture at a speed in pixels per millisecond. */
  fling(vx: number, vy: number): void {
    if (prefersReducedMotion() || Math.hypot(vx, vy) < 0.05) return;
    const { x, y, k } = this.state;
    this.#animate((time) => {
      const distance = FRICTION * (1 - Math.exp(-time / FRICTION));
      this.#set({ x: x - (vx * distance) / k, y: y - (vy * distance) / k, k });
      return time > FRICTION * 5;
    });
  }

  flyTo(target: CameraState): void {
    this.#flyTo(this.#limited(target));
  }

  #flyTo(to: CameraState): void {
    this.stop();
    const screen = this.#options.screen();
    // A hidden map has no size, so it cannot animate.
    if (prefersReducedMotion() || screen.width === 0) {
      this.#set(to);
      return;
    }
    const flight = planFlight(this.state, to, screen);
    this.#animate((time) => {
      // A flight may pass over the sea.
      this.#draw(flight.at(Math.min(1, time / flight.duration)));
      return time >= flight.duration;
    });
    this.#goal = to;
  }

  moveTo(target: CameraState): void {
    this.stop();
    this.#set(target);
  }

  /** Keeps the picture in place when the clear part of the screen moves. */
  shift(dx: number, dy: number): void {
    const { x, y, k } = this.state;
    this.#set({ x: x + dx / k, y: y + dy / k, k });
  }

  stop(): void {
    this.#cancelMotion?.();
    this.#cancelMotion = null;
    this.#goal = null;
  }

  destroy(): void {
    this.stop();
    cancelAnimationFrame(this.#frame);
    window.clearTimeout(this.#idle);
    this.#transform.end();
  }

  /** Updates the picture after the size of the screen has changed. */
  refresh(): void {
    this.#set(this.state);
  }

  #animate(step: (time: number) => boolean): void {
    this.stop();
    const start = performance.now();
    let frame = requestAnimationFrame(function tick() {
      if (step(Math.max(0, performance.now() - start))) cancel();
      else frame = requestAnimationFrame(tick);
    });
    const cancel = () => {
      cancelAnimationFrame(frame);
      this.#cancelMotion = null;
    };
    this.#cancelMotion = cancel;
  }

  #set(state: CameraState): void {
    this.#draw(this.#limited(state));
  }

  #draw(state: CameraState): void {
    this.state = state;
    // The picture is updated once per frame, regardless of the number of events.
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#write());
  }

  #write(): void {
    this.#frame = 0;
    const { x, y, k } = this.state;
    this.#holdPaint(k);
    // The browser can move a painted layer without repainting it only by whole pixels.
    const pixels = (value: number) => (k === this.#painted ? Math.round(value) : value);
    this.#transform.set(`translate(${pixels(-x * k)}px, ${pixels(-y * k)}px) scale(${k / UNIT_PIXELS})`);
    this.#options.onFrame(this.state);
    window.clearTimeout(this.#idle);
    this.#idle = window.setTimeout(() => this.#rest(), IDLE);
  }

  /** Lets the browser scale the painted picture, and repaints it only when the scaling would be visible. */
  #holdPaint(k: number): void {
    const stretch = k / this.#painted;
    if (stretch > STRETCH.max || stretch < STRETCH.min) this.#paint(k, true);
    this.#options.world.style.willChange = k === this.#painted ? '' : 'transform';
  }

  #paint(k: number, isMoving: boolean): void {
    this.#painted = k;
    this.#options.onPaint(k, isMoving);
  }

  #rest(): void {
    this.#paint(this.state.k, false);
    this.#options.world.style.willChange = '';
    this.#options.onRest(this.state);
  }

  #limitedZoom(k: number): number {
    const { limits, screen } = this.#options;
    const { width, height } = screen();
    const wholeMap = Math.min(width / limits.width, height / limits.height) * ZOOM.fit;
    return clamp(k, Math.min(ZOOM.min, wholeMap), ZOOM.max);
  }

  /** Returns the state zoomed by a factor, with the point at (`px`, `py`) from the middle of the screen in place. */
  #zoomed({ x, y, k }: CameraState, px: number, py: number, factor: number): CameraState {
    const next = this.#limitedZoom(k * factor);
    return { x: x + px / k - px / next, y: y + py / k - py / next, k: next };
  }

  #limited({ x, y, k }: CameraState, edge: number = EDGE_SHARE.drag): CameraState {
    const { limits, land, screen } = this.#options;
    const inLimits = {
      x: clamp(x, limits.x, limits.x + limits.width),
      y: clamp(y, limits.y, limits.y + limits.height),
      k: this.#limitedZoom(k),
    };
    return keepOnLand(inLimits, screen(), land, edge);
  }
}

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
