import { useLayoutEffect, useRef } from 'react';
import type { Frame, MapFrame } from '../camera/map-frame.ts';
import css from './graticule.module.css';

/** Map units a degree, so that 0x10 is 128 units at the closest view: the distance of the dots. */
const UNIT = 8;
const LEAST_GAP = 92;

/** The numbered frame of the chart, in hexadecimal. It follows the camera; only the script draws it. */
export function Graticule({ frame, origin }: { frame: MapFrame; origin: { x: number; y: number } }) {
  const top = useRef<HTMLDivElement>(null);
  const left = useRef<HTMLDivElement>(null);
  // Follows the camera, which is outside React.
  useLayoutEffect(() => {
    if (!top.current || !left.current) return;
    const across = new Scale(top.current, 'x');
    const down = new Scale(left.current, 'y');
    return frame.subscribe((now) => {
      across.draw(now, origin.x);
      down.draw(now, origin.y);
    });
  }, [frame, origin.x, origin.y]);
  return (
    <div className={css.graticule} aria-hidden="true">
      <div ref={top} className={css.top} />
      <div ref={left} className={css.left} />
    </div>
  );
}

/** One side of the frame: a pool of labels, which move and change their text as the camera moves. */
class Scale {
  readonly #box: HTMLElement;
  readonly #axis: 'x' | 'y';
  readonly #labels: HTMLElement[] = [];

  constructor(box: HTMLElement, axis: 'x' | 'y') {
    this.#box = box;
    this.#axis = axis;
    box.replaceChildren();
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
    let used = 0;
    for (let i = first; ; i++) {
      const pixel = middle + (origin + i * step - at) * state.k;
      if (pixel > length - 10) break;
      const label = this.#label(used++);
      const text = name((i * step) / UNIT, horizontal);
      if (label.textContent !== text) label.textContent = text;
      label.style.transform = horizontal ? `translateX(${pixel}px)` : `translateY(${pixel}px)`;
      label.hidden = false;
    }
    for (const label of this.#labels.slice(used)) label.hidden = true;
  }

  #label(i: number): HTMLElement {
    const known = this.#labels[i];
    if (known) return known;
    const label = document.createElement('span');
    this.#labels.push(label);
    this.#box.append(label);
    return label;
  }
}

const name = (value: number, prefix: boolean) =>
  `${value < 0 ? '-' : ''}${prefix ? '0x' : ''}${Math.abs(value).toString(16).toUpperCase().padStart(2, '0')}`;
