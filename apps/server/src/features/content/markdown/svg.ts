import type { Element, Properties } from 'hast';
import type { Report } from '../diagnostics.ts';
import { parseSvg, type SvgElement, SvgSyntaxError } from './svg-parse.ts';
import { checkSvg } from './svg-rules.ts';
import { h } from './tree.ts';

/** A drawing, checked and clean; made once a file, used by every lesson that shows it. */
export interface Drawing {
  root: SvgElement;
  /** Ids of its markers, which share the page with those of the other drawings. */
  ids: string[];
  /** Whether its words can be read when the whole of it is as wide as a phone. */
  fitsPhone: boolean;
}

/** CSS pixels: the width of a lesson's text on a phone of 390, and the smallest letters that are read there. */
const phone = { width: 358, letters: 10 };

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
  const width = Number(
    root.attributes
      .get('viewBox')
      ?.trim()
      .split(/[\s,]+/)[2],
  );
  return { root, ids: idsOf(root), fitsPhone: (smallestLetters(root) * phone.width) / width >= phone.letters };
}

/** In units of the drawing; infinite where it has no words. */
function smallestLetters({ attributes, children }: SvgElement): number {
  const own = Number.parseFloat(attributes.get('font-size') ?? '');
  const inner = children.map((child) =>
    typeof child === 'string' ? Number.POSITIVE_INFINITY : smallestLetters(child),
  );
  return Math.min(Number.isNaN(own) ? Number.POSITIVE_INFINITY : own, ...inner);
}

function idsOf(element: SvgElement): string[] {
  const own = element.attributes.get('id');
  return [
    ...(own === undefined ? [] : [own]),
    ...element.children.flatMap((c) => (typeof c === 'string' ? [] : idsOf(c))),
  ];
}

/** The drawing as HTML, named by its description for those who cannot see it. */
export const drawingToHtml = (drawing: Drawing, alt: string): Element =>
  withProperties(drawing, { role: 'img', ariaLabel: alt });

/** Several drawings that are one figure: side by side, and one below the other on a phone. */
export const panelsToHtml = (drawings: Drawing[], alt: string): Element =>
  h(
    'div',
    { className: ['figure-panels'], role: 'img', ariaLabel: alt },
    drawings.map((drawing) => withProperties(drawing, { ariaHidden: 'true' })),
  );

function withProperties(drawing: Drawing, properties: Properties): Element {
  const svg = toElement(drawing.root);
  svg.properties = { ...svg.properties, className: ['figure-drawing'], ...properties };
  return svg;
}

function toElement(element: SvgElement): Element {
  const children = element.children.map((child) => (typeof child === 'string' ? child : toElement(child)));
  return h(element.name, Object.fromEntries(element.attributes), children);
}
