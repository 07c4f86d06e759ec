import type { Camera } from './camera.ts';
import type { CameraState, Size } from './view.ts';

export interface Frame {
  state: CameraState;
  /** The whole stage, in pixels. */
  stage: Size;
  /** Where the picture's centre lies on the stage, in pixels from its upper left. */
  centre: { x: number; y: number };
  /** The part of the stage that nothing covers, in pixels from its upper left. */
  clear: { left: number; top: number; right: number; bottom: number };
}

/** What follows the camera (graticule, minimap, card) listens here, so that React renders none of it. */
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

  /** Calls at once with the last frame, if there was one. */
  subscribe(listener: (frame: Frame) => void): () => void {
    this.#listeners.add(listener);
    if (this.#last) listener(this.#last);
    return () => this.#listeners.delete(listener);
  }
}

/** Where a point of the map is on the stage, in pixels. */
export function onStage({ state, centre }: Frame, { x, y }: { x: number; y: number }): { x: number; y: number } {
  return { x: centre.x + (x - state.x) * state.k, y: centre.y + (y - state.y) * state.k };
}

/** Which point of the map is under a pixel of the stage. */
export function onMap({ state, centre }: Frame, { x, y }: { x: number; y: number }): { x: number; y: number } {
  return { x: state.x + (x - centre.x) / state.k, y: state.y + (y - centre.y) / state.k };
}
