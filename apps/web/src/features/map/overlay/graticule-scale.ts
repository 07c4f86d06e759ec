import { Glide } from '../camera/glide.ts';
import type { Frame } from '../camera/map-frame.ts';

/** Map units a degree, so that 0x10 is 128 units at the closest view: the distance of the dots. */
const UNIT = 8;
const LEAST_GAP = 92;

interface Label {
  element: HTMLElement;
  glide: Glide;
}

/** One side of the frame: a ring of labels, which move as the camera moves, and go round where they leave the screen. */
export class GraticuleScale {
  readonly #box: HTMLElement;
  readonly #axis: 'x' | 'y';
  #labels: Label[] = [];

  constructor(box: HTMLElement, axis: 'x' | 'y') {
    this.#box = box;
    this.#axis = axis;
  }

  draw({ state, centre, stage, clear }: Frame, origin: number): void {
    const horizontal = this.#axis === 'x';
    const length = horizontal ? stage.width : stage.height;
    const from = horizontal ? clear.left : 0;
    const [middle, at] = horizontal ? [centre.x, state.x] : [centre.y, state.y];
    let step = 16 * UNIT;
    while (step * state.k < LEAST_GAP) step *= 2;
    // The first line that is on the screen, counted from the corner of the chart.
    const first = Math.ceil((at - (middle - from - 30) / state.k - origin) / step);
    const count = Math.ceil(length / LEAST_GAP) + 1;
    if (count !== this.#labels.length) this.#fill(count);
    for (let i = first; i < first + count; i++) {
      // A line keeps its label while it is on the screen: a new text costs more than all the moves.
      const label = this.#labels[((i % count) + count) % count];
      if (!label) continue;
      const text = name((i * step) / UNIT, horizontal);
      if (label.element.textContent !== text) label.element.textContent = text;
      const pixel = middle + (origin + i * step - at) * state.k;
      label.glide.to(horizontal ? `translateX(${pixel}px)` : `translateY(${pixel}px)`);
    }
  }

  #fill(count: number): void {
    this.#labels = Array.from({ length: count }, () => {
      const element = document.createElement('span');
      return { element, glide: new Glide(element) };
    });
    this.#box.replaceChildren(...this.#labels.map(({ element }) => element));
  }
}

const name = (value: number, prefix: boolean) =>
  `${value < 0 ? '-' : ''}${prefix ? '0x' : ''}${Math.abs(value).toString(16).toUpperCase().padStart(2, '0')}`;
