/**
 * Sets an element's transform through a paused animation. A browser moves an animated element in its own layer without
 * inspecting its content. The same transform as a style makes the browser process the whole picture in every frame, which
 * takes longer than a frame on a large map.
 */
export class TransformAnimation {
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
