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
}

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
  return { root, ids: idsOf(root) };
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
