import type { Size } from '../camera/map-view.ts';

/** Computed colours and font of the canvas. */
interface CanvasStyle {
  color: string;
  /** Second colour, taken from the border colour of the canvas. The border has no width. */
  second: string;
  font: string;
}

/** Draws on a cleared canvas. Lengths are CSS pixels. */
type Draw = (context: CanvasRenderingContext2D, size: Size, style: CanvasStyle) => void;

/**
 * Canvas for content that changes in every frame while the map moves. Drawn as elements, it would make the browser compose
 * all layers of the page again in every frame, including the map, the largest one.
 */
export class CanvasLayer {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #observers: { disconnect(): void }[];
  #draw: Draw | null = null;
  #size: Size = { width: 0, height: 0 };
  #style: CanvasStyle = { color: '', second: '', font: '' };

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    const resizeObserver = new ResizeObserver(() => this.#refresh());
    resizeObserver.observe(canvas);
    const themeObserver = new MutationObserver(() => this.#refresh());
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.#observers = [resizeObserver, themeObserver];
    // A test DOM without layout has no fonts API.
    if ('fonts' in document) void document.fonts.ready.then(() => this.#refresh());
    this.#refresh();
  }

  draw(draw: Draw): void {
    this.#draw = draw;
    const context = this.#context;
    if (!context || this.#size.width === 0) return;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, this.#size.width, this.#size.height);
    draw(context, this.#size, this.#style);
  }

  end(): void {
    for (const observer of this.#observers) observer.disconnect();
    this.#draw = null;
  }

  /** Applies the current size and style, and redraws. */
  #refresh(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    this.#size = { width, height };
    this.#canvas.width = Math.round(width * devicePixelRatio);
    this.#canvas.height = Math.round(height * devicePixelRatio);
    const { color, borderTopColor, font } = getComputedStyle(this.#canvas);
    this.#style = { color, second: borderTopColor, font };
    if (this.#draw) this.draw(this.#draw);
  }
}
