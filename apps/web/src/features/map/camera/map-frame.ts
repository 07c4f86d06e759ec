import type { Camera } from './camera.ts';
import type { CameraState, Size } from './map-view.ts';

export interface Frame {
  state: CameraState;
  /** Size of the whole stage, in pixels. */
  stage: Size;
  /** Position of the picture's centre on the stage, in pixels from its upper left. */
  centre: { x: number; y: number };
  /** Part of the stage that nothing covers, in pixels from its upper left. */
  clear: { left: number; top: number; right: number; bottom: number };
}

/** Publishes camera frames to the graticule, the minimap and the card, so that React does not render on every frame. */
export class MapFrame {
  camera: Camera | null = null;
  #last: Frame | null = null;
  readonly #listeners = new Set<(frame: Frame) => void>();

  get last(): Frame | null {
    return this.#last;
  }

  emit(frame: Frame): void {
    this.#last = frame;
    for (const listener of this.#listeners) listener(frame);
  }

  /** Subscribes to frames, and calls the listener immediately with the last frame, if any. */
  subscribe(listener: (frame: Frame) => void): () => void {
    this.#listeners.add(listener);
    if (this.#last) listener(this.#last);
    return () => this.#listeners.delete(listener);
  }
}

/** Converts a point from map units to pixels on the stage. */
export function onStage({ state, centre }: Frame, { x, y }: { x: number; y: number }): { x: number; y: number } {
  return { x: centre.x + (x - state.x) * state.k, y: centre.y + (y - state.y) * state.k };
}

/** Converts a pixel on the stage to map units. */
export function onMap({ state, centre }: Frame, { x, y }: { x: number; y: number }): { x: number; y: number } {
  return { x: state.x + (x - centre.x) / state.k, y: state.y + (y - centre.y) / state.k };
}
