import type { Size } from '../camera/view.ts';

/** Colours and font of the style sheet, as the canvas shows them now. */
interface Ink {
  color: string;
  /** The colour of its border, which has no width: a canvas has no second colour otherwise. */
  second: string;
  font: string;
}

/** Draws on an empty sheet; lengths are CSS pixels. */
type Draw = (pen: CanvasRenderingContext2D, size: Size, ink: Ink) => void;

/**
 * A canvas for what is different in every picture while the map moves. The same as elements would make the browser
 * compose all layers of the page anew with each picture, and the map is the largest of them.
 */
export class Sheet {
  readonly #canvas: HTMLCanvasElement;
  readonly #pen: CanvasRenderingContext2D | null;
  readonly #observers: { disconnect(): void }[];
  #draw: Draw | null = null;
  #size: Size = { width: 0, height: 0 };
  #ink: Ink = { color: '', second: '', font: '' };

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#pen = canvas.getContext('2d');
    const resized = new ResizeObserver(() => this.#renew());
    resized.observe(canvas);
    const themed = new MutationObserver(() => this.#renew());
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.#observers = [resized, themed];
    // Where there is no layout there are no fonts either.
    if ('fonts' in document) void document.fonts.ready.then(() => this.#renew());
    this.#renew();
  }

  draw(draw: Draw): void {
    this.#draw = draw;
    const pen = this.#pen;
    if (!pen || this.#size.width === 0) return;
    pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    pen.clearRect(0, 0, this.#size.width, this.#size.height);
    draw(pen, this.#size, this.#ink);
  }

  end(): void {
    for (const observer of this.#observers) observer.disconnect();
    this.#draw = null;
  }

  /** The sheet in its size and colours of now, with the same on it. */
  #renew(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    this.#size = { width, height };
    this.#canvas.width = Math.round(width * devicePixelRatio);
    this.#canvas.height = Math.round(height * devicePixelRatio);
    const { color, borderTopColor, font } = getComputedStyle(this.#canvas);
    this.#ink = { color, second: borderTopColor, font };
    if (this.#draw) this.draw(this.#draw);
  }
}
