/**
 * Takes over an element's transform, as an animation that is paused for ever. A browser moves an animated element in a
 * layer of its own, without looking at what is on it and around it. For the same transform as a style it goes through
 * the whole picture with every frame, which takes longer than a frame on a large map.
 */
export class Glide {
  readonly #animation: Animation;

  constructor(element: Element) {
    this.#animation = element.animate({ transform: ['none', 'none'] }, 1e6);
    this.#animation.pause();
  }

  to(transform: string): void {
    (this.#animation.effect as KeyframeEffect).setKeyframes({ transform: [transform, transform] });
  }

  /** Gives the element back as it was. */
  end(): void {
    this.#animation.cancel();
  }
}
