import { planFlight } from './flight.ts';
import { Glide } from './glide.ts';
import type { CameraState, Size } from './view.ts';

/** A throw loses 63% of its speed in this time, milliseconds. */
const FRICTION = 325;
/** After this many milliseconds without a change the picture is at rest. */
const IDLE = 160;
/** While it moves, the browser stretches what it has painted by no more, and squeezes it by no less than this. */
const STRETCH = { most: 3, least: 1 / 2 };
/** Pixels per map unit. A large map may become smaller, until all of it is on the screen with some sea. */
const ZOOM = { least: 0.12, most: 2.6, sea: 0.85 };
/**
 * CSS pixels of the moved element per map unit. Chromium paints an element with `will-change` at no less than the
 * element's own size, unless it is shown at less than a quarter of that: a map at a third of its size would be painted
 * nine times as large as it is seen. So the element is more than four times as large as it is ever shown. Other
 * browsers paint differently, and would only waste memory; `userAgentData` is Chromium's alone.
 */
export const UNIT_PIXELS =
  typeof navigator !== 'undefined' && 'userAgentData' in navigator ? Math.ceil(4 * ZOOM.most) + 1 : 1;

export interface CameraOptions {
  /** The element that moves. It stands at the middle of the clear part of the screen and holds the whole picture. */
  world: HTMLElement;
  /** Size of the clear part of the screen, in pixels. */
  screen(): Size;
  /** The centre of the picture stays within this rectangle, in map units. */
  limits: { x: number; y: number; width: number; height: number };
  /** After every change, once a frame. */
  onFrame(state: CameraState): void;
  /** The browser paints the picture anew, for pixels per map unit `k`. */
  onPaint(k: number, isMoving: boolean): void;
  /** When the picture has come to rest. */
  onRest(state: CameraState): void;
}

/**
 * The camera of the map: one CSS transform a frame on one element, outside of React. Gestures call `moveBy`, `zoomAt`
 * and `fling`; routes call `flyTo`.
 */
export class Camera {
  state: CameraState;
  readonly #options: CameraOptions;
  readonly #glide: Glide;
  #frame = 0;
  #idle = 0;
  #painted = 0;
  #cancelMotion: (() => void) | null = null;
  #goal: CameraState | null = null;

  constructor(options: CameraOptions, state: CameraState) {
    this.#options = options;
    this.#glide = new Glide(options.world);
    this.state = state;
    this.#write();
  }

  get isFlying(): boolean {
    return this.#cancelMotion !== null;
  }

  /** Where a flight will end, or where the camera stands. */
  get goal(): CameraState {
    return (this.isFlying && this.#goal) || this.state;
  }

  /** Moves the picture by pixels, as a finger would. */
  moveBy(dx: number, dy: number): void {
    this.stop();
    const { x, y, k } = this.state;
    this.#set({ x: x - dx / k, y: y - dy / k, k });
  }

  /** Zooms by a factor so that the point under (`px`, `py`) stays; pixels from the middle of the screen. */
  zoomAt(px: number, py: number, factor: number): void {
    this.stop();
    this.#set(this.#zoomed(this.state, px, py, factor));
  }

  /** Zooms about the middle, with a short flight. */
  zoomBy(factor: number): void {
    this.flyTo(this.#zoomed(this.state, 0, 0, factor));
  }

  /** Lets go of the picture at a speed in pixels a millisecond. */
  fling(vx: number, vy: number): void {
    if (calm() || Math.hypot(vx, vy) < 0.05) return;
    const { x, y, k } = this.state;
    this.#animate((time) => {
      const gone = FRICTION * (1 - Math.exp(-time / FRICTION));
      this.#set({ x: x - (vx * gone) / k, y: y - (vy * gone) / k, k });
      return time > FRICTION * 5;
    });
  }

  flyTo(target: CameraState): void {
    const to = this.#limited(target);
    this.stop();
    const screen = this.#options.screen();
    // A chart that is hidden has no size to fly across.
    if (calm() || screen.width === 0) {
      this.#set(to);
      return;
    }
    const flight = planFlight(this.state, to, screen);
    this.#animate((time) => {
      this.#set(flight.at(Math.min(1, time / flight.duration)));
      return time >= flight.duration;
    });
    this.#goal = to;
  }

  moveTo(target: CameraState): void {
    this.stop();
    this.#set(target);
  }

  /** Keeps the picture in place when the clear part of the screen moves by pixels. */
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
    this.#glide.end();
  }

  /** Writes the picture again after the size of the screen has changed. */
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
    this.state = this.#limited(state);
    // However many events arrive, the picture is written once a frame.
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#write());
  }

  #write(): void {
    this.#frame = 0;
    const { x, y, k } = this.state;
    this.#holdPaint(k);
    // In whole pixels what is painted can be moved as it is.
    const pixels = (value: number) => (k === this.#painted ? Math.round(value) : value);
    this.#glide.to(`translate(${pixels(-x * k)}px, ${pixels(-y * k)}px) scale(${k / UNIT_PIXELS})`);
    this.#options.onFrame(this.state);
    window.clearTimeout(this.#idle);
    this.#idle = window.setTimeout(() => this.#rest(), IDLE);
  }

  /** Lets the browser stretch what it has painted, and paint anew only where that would be seen. */
  #holdPaint(k: number): void {
    const stretched = k / this.#painted;
    if (stretched > STRETCH.most || stretched < STRETCH.least) this.#paint(k, true);
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

  #zoom(k: number): number {
    const { limits, screen } = this.#options;
    const { width, height } = screen();
    const whole = Math.min(width / limits.width, height / limits.height) * ZOOM.sea;
    return clamp(k, Math.min(ZOOM.least, whole), ZOOM.most);
  }

  /** Zoomed by a factor while the point that lies (px, py) from the middle of the screen stays where it is. */
  #zoomed({ x, y, k }: CameraState, px: number, py: number, factor: number): CameraState {
    const next = this.#zoom(k * factor);
    return { x: x + px / k - px / next, y: y + py / k - py / next, k: next };
  }

  #limited({ x, y, k }: CameraState): CameraState {
    const { limits } = this.#options;
    return {
      x: clamp(x, limits.x, limits.x + limits.width),
      y: clamp(y, limits.y, limits.y + limits.height),
      k: this.#zoom(k),
    };
  }
}

export const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
