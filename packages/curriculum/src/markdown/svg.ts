import type { Element } from 'hast';
import type { Report } from '../diagnostics.ts';
import { parseSvg, type SvgElement, SvgSyntaxError } from './svg-parse.ts';
import { checkSvg } from './svg-rules.ts';
import { h } from './syntax-tree.ts';

/** A checked and cleaned drawing; made once per file and used by every lesson that shows it. */
export interface Drawing {
  root: SvgElement;
  /** Ids of its elements. They must be unique among all drawings of a page. */
  ids: string[];
  width: number;
  height: number;
  /** Smallest font size, in the drawing's own units; infinite when it has no text. */
  minFontSize: number;
}

/** A rectangle of a drawing, in the drawing's own units. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** CSS pixels: text width of a lesson on a phone 390 pixels wide, and the smallest readable font size there. */
const phone = { width: 358, minFontSize: 10 };
/** Maximum scale of a part, in pixels per unit. */
const maxScale = 1.1;

/** Checks whether text stays readable when this many units of a drawing are scaled to the width of a phone. */
export const fitsPhone = ({ minFontSize }: Drawing, width: number): boolean =>
  minFontSize * (phone.width / width) >= phone.minFontSize;

/** Parses and checks a drawing and reports its problems; undefined when it cannot be shown at all. */
export function readDrawing(source: string, report: Report): Drawing | undefined {
  try {
    return checkDrawing(parseSvg(source), report);
  } catch (error) {
    if (!(error instanceof SvgSyntaxError)) throw error;
    report(error.line, 'svg-syntax', error.message);
    return undefined;
  }
}

/** Same as `readDrawing` for a parsed drawing. */
export function checkDrawing(svg: SvgElement, report: Report): Drawing {
  const root = checkSvg(svg, report);
  const [, , width = 0, height = 0] = numbersOf(root.attributes.get('viewBox') ?? '');
  return { root, ids: idsOf(root), width, height, minFontSize: smallestFontSize(root) };
}

const numbersOf = (text: string): number[] =>
  text
    .trim()
    .split(/[\s,]+/)
    .map(Number);

function smallestFontSize({ attributes, children }: SvgElement): number {
  const ownSize = Number(attributes.get('font-size') ?? Number.POSITIVE_INFINITY);
  return Math.min(ownSize, ...children.map((child) => (typeof child === 'string' ? ownSize : smallestFontSize(child))));
}

/** Parses `x y width height, …`; undefined if the format is wrong or a part is outside the drawing. */
export function readParts(text: string, { width, height }: Drawing): Part[] | undefined {
  const parts = text.split(',').map(numbersOf);
  const isInside = ([x = -1, y = -1, w = 0, h = 0, ...more]: number[]) =>
    more.length === 0 && x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= width && y + h <= height;
  if (!parts.every(isInside)) return undefined;
  return parts.map(([x = 0, y = 0, w = 0, h = 0]) => ({ x, y, width: w, height: h }));
}

function idsOf(element: SvgElement): string[] {
  const ownId = element.attributes.get('id');
  return [
    ...(ownId === undefined ? [] : [ownId]),
    ...element.children.flatMap((c) => (typeof c === 'string' ? [] : idsOf(c))),
  ];
}

/** Renders the drawing as inline SVG with its description as the accessible name. */
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
 * Renders the drawing followed by its parts, one below the other and all at the same scale, which a phone shows
 * instead. Parts reuse the elements of the drawing, so each part adds only one line to the page.
 * @param id id of the drawing in the page
 */
export function drawingWithParts(drawing: Drawing, alt: string, parts: readonly Part[], id: string): Element[] {
  const full = drawingToHtml(drawing, alt);
  full.children = [h('g', { id }, full.children)];
  const widest = Math.max(phone.width / maxScale, ...parts.map(({ width }) => width));
  return [
    full,
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

/** Renders a drawing that a phone shows instead of a wider one. */
export function narrowToHtml(drawing: Drawing): Element {
  const svg = toElement(drawing.root);
  svg.properties = { ...svg.properties, className: ['figure-part'], ariaHidden: 'true' };
  return svg;
}
