import type { Element } from 'hast';
import type { Report } from '../diagnostics.ts';
import { parseSvg, type SvgElement, SvgSyntaxError } from './svg-parse.ts';
import { checkSvg } from './svg-rules.ts';
import { h } from './tree.ts';

/** A drawing, checked and clean; made once a file, used by every lesson that shows it. */
export interface Drawing {
  root: SvgElement;
  /** Ids of its markers, which share the page with those of the other drawings. */
  ids: string[];
  width: number;
  height: number;
  /** How high its smallest letters are, in its own units; infinite where it has none. */
  letters: number;
}

/** A piece of a drawing, in its own units. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** CSS pixels: how wide a lesson's text is on a phone of 390, and the smallest letters that are read there. */
const phone = { width: 358, letters: 10 };
/** No part is drawn larger than that many pixels a unit. */
const largest = 1.1;

/** Whether the letters can still be read when this many units of a drawing are as wide as a phone. */
export const fitsPhone = ({ letters }: Drawing, width: number): boolean =>
  letters * (phone.width / width) >= phone.letters;

/** Reads a drawing and reports what is wrong with it; undefined when it cannot be shown at all. */
export function readDrawing(source: string, report: Report): Drawing | undefined {
  try {
    return checkDrawing(parseSvg(source), report);
  } catch (error) {
    if (!(error instanceof SvgSyntaxError)) throw error;
    report(error.line, 'svg-syntax', error.message);
    return undefined;
  }
}

/** The same for a drawing that was read already. */
export function checkDrawing(svg: SvgElement, report: Report): Drawing {
  const root = checkSvg(svg, report);
  const [, , width = 0, height = 0] = numbersOf(root.attributes.get('viewBox') ?? '');
  return { root, ids: idsOf(root), width, height, letters: smallestLetters(root) };
}

const numbersOf = (text: string): number[] =>
  text
    .trim()
    .split(/[\s,]+/)
    .map(Number);

function smallestLetters({ attributes, children }: SvgElement): number {
  const own = Number(attributes.get('font-size') ?? Number.POSITIVE_INFINITY);
  return Math.min(own, ...children.map((child) => (typeof child === 'string' ? own : smallestLetters(child))));
}

/** Reads `x y width height, …`; undefined where that is not what it says, or a part lies outside of the drawing. */
export function readParts(text: string, { width, height }: Drawing): Part[] | undefined {
  const parts = text.split(',').map(numbersOf);
  const isInside = ([x = -1, y = -1, w = 0, h = 0, ...more]: number[]) =>
    more.length === 0 && x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= width && y + h <= height;
  if (!parts.every(isInside)) return undefined;
  return parts.map(([x = 0, y = 0, w = 0, h = 0]) => ({ x, y, width: w, height: h }));
}

function idsOf(element: SvgElement): string[] {
  const own = element.attributes.get('id');
  return [
    ...(own === undefined ? [] : [own]),
    ...element.children.flatMap((c) => (typeof c === 'string' ? [] : idsOf(c))),
  ];
}

/** The drawing as HTML, named by its description for those who cannot see it. */
export function drawingToHtml(drawing: Drawing, alt: string): Element {
  const svg = toElement(drawing.root);
  svg.properties = { ...svg.properties, className: ['figure-drawing'], role: 'img', ariaLabel: alt };
  return svg;
}

function toElement(element: SvgElement): Element {
  const children = element.children.map((child) => (typeof child === 'string' ? child : toElement(child)));
  return h(element.name, Object.fromEntries(element.attributes), children);
}

/**
 * The drawing, and after it its parts one below the other, all at the same scale: what a phone shows in its place. They
 * show the same elements once more, so the page grows by a line for each.
 * @param id names the drawing in the page
 */
export function drawingWithParts(drawing: Drawing, alt: string, parts: readonly Part[], id: string): Element[] {
  const whole = drawingToHtml(drawing, alt);
  whole.children = [h('g', { id }, whole.children)];
  const widest = Math.max(phone.width / largest, ...parts.map(({ width }) => width));
  return [
    whole,
    ...parts.map(({ x, y, width, height }) =>
      h(
        'svg',
        {
          viewBox: `${x} ${y} ${width} ${height}`,
          width: `${Math.round((width / widest) * 1000) / 10}%`,
          className: ['figure-part'],
          ariaHidden: 'true',
        },
        [h('use', { href: `#${id}` })],
      ),
    ),
  ];
}

/** A drawing that a phone shows in the place of a wider one. */
export function narrowToHtml(drawing: Drawing): Element {
  const svg = toElement(drawing.root);
  svg.properties = { ...svg.properties, className: ['figure-part'], ariaHidden: 'true' };
  return svg;
}
