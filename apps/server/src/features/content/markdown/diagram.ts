import type { Viz } from '@viz-js/viz';
import type { Code } from 'mdast';
import type { Report } from '../diagnostics.ts';
import { checkDrawing, type Drawing, fitsPhone } from './svg.ts';
import { parseSvg, type SvgElement } from './svg-parse.ts';
import { lineOf } from './tree.ts';

export type DrawDiagram = (dot: string) => ReturnType<Viz['render']>;

/** Colours of Graphviz → the theme's. Others would not follow it. */
const colours: Readonly<Record<string, string>> = {
  black: 'ink',
  gray: 'ink-3',
  lightgray: 'line',
  white: 'surface',
  whitesmoke: 'raised',
  orange: 'beacon',
  green: 'phosphor',
  red: 'coral',
  lightblue: 'shoal',
};

// Courier, because its letters are exactly as wide as those of our mono font. Graphviz knows the widths of no other
// font of the theme.
const font = { fontname: 'Courier', fontsize: 14 };
const defaults = {
  graphAttributes: { ...font, bgcolor: 'transparent', color: 'gray', pad: 0.1, ranksep: 0.6, nodesep: 0.35 },
  nodeAttributes: { ...font, shape: 'box', style: 'filled', fillcolor: 'white', color: 'gray', margin: '0.16,0.1' },
  edgeAttributes: { ...font, color: 'gray' },
};

/** How many pixels one of Graphviz' points is wide. */
const scale = 1.1;

let loading: Promise<DrawDiagram> | undefined;

/** Graphviz in WebAssembly: more than a megabyte, so it is loaded for those who have something to draw. */
export function loadDiagrams(): Promise<DrawDiagram> {
  loading ??= (async () => {
    const { instance } = await import('@viz-js/viz');
    const viz = await instance();
    return (dot) => viz.render(dot, { format: 'svg', ...defaults });
  })();
  return loading;
}

/** A block of ```dot as a drawing like those of authors; undefined, and reported, when there is none. */
export function readDiagram(
  node: Code,
  draw: DrawDiagram,
  report: Report,
): { drawing: Drawing; narrow: Drawing | undefined; title: string; alt: string } | undefined {
  const line = lineOf(node);
  const { title = '', alt = '' } = readMeta(node.meta ?? '', line, report);
  if (!alt) report(line, 'diagram-alt', 'A diagram needs alt="…": what a person who cannot see it needs to know.');
  const { output, errors } = draw(node.value);
  for (const message of new Set(errors.map((error) => error.message))) {
    const at = Number(/\bline (\d+)/.exec(message)?.[1] ?? 0);
    report(line + at, 'diagram-syntax', `Graphviz cannot read this: ${message.replace(/[.\s]*$/, '')}.`);
  }
  if (output === undefined && errors.length === 0)
    report(line, 'diagram-syntax', 'There is nothing to draw. A diagram is such as: digraph { a -> b }');
  if (output === undefined) return undefined;
  const drawing = toDrawing(output, !/\brankdir\s*=\s*"?(LR|RL)/.test(node.value), line, report);
  return alt ? { drawing, narrow: narrowOf(node.value, drawing, draw, line), title, alt } : undefined;
}

function toDrawing(output: string, isUpright: boolean, line: number, report: Report): Drawing {
  const svg = parseSvg(output.slice(output.indexOf('<svg')));
  const drawing = checkDrawing(themed(svg, isUpright, line, report), (_, code, message, severity) =>
    report(line, code, message, severity),
  );
  // Small ones are not blown up to the width of the page.
  drawing.root.attributes.set('width', String(Math.round(drawing.width * scale)));
  return drawing;
}

/** The same diagram from top to bottom, for a phone; undefined where it needs none, or would be as wide. */
function narrowOf(source: string, wide: Drawing, draw: DrawDiagram, line: number): Drawing | undefined {
  if (fitsPhone(wide, wide.width)) return undefined;
  // Of two values Graphviz takes the last.
  const { output } = draw(source.replace(/\}\s*$/, ' rankdir=TB nodesep=0.15 }'));
  if (output === undefined) return undefined;
  // What there is to say of it has been said of the wide one.
  const narrow = toDrawing(output, true, line, () => undefined);
  return fitsPhone(narrow, narrow.width) ? narrow : undefined;
}

function readMeta(meta: string, line: number, report: Report): { title?: string; alt?: string } {
  const read: Record<string, string> = {};
  for (const [, name, value = '', other] of meta.matchAll(/(title|alt)="([^"]*)"|(\S+)/g)) {
    if (name !== undefined) read[name] = value.trim();
    else report(line, 'code-word', `"${other}" is not known after dot; there are title="…" and alt="…".`);
  }
  return read;
}

/**
 * What Graphviz drew in the theme's colours and fonts, without the names that it gives to everything. Where the arrows go
 * down, it begins their words on the line itself: these move off it, by less than the margin of the drawing.
 */
function themed(root: SvgElement, isUpright: boolean, line: number, report: Report): SvgElement {
  const unknown = new Set<string>();
  const visit = ({ name, attributes: given, children, line: at }: SvgElement, isOnEdge = false): SvgElement => {
    const attributes = new Map<string, string>();
    for (const [key, value] of given) {
      if (['id', 'class', 'xmlns:xlink'].includes(key) || (name === 'svg' && /^(width|height)$/.test(key))) continue;
      attributes.set(key, painted(key, value, unknown));
    }
    // What has no colour is black.
    if (name === 'text' && !given.has('fill')) attributes.set('fill', 'var(--ink)');
    if (name === 'text' && isOnEdge) attributes.set('dx', '5');
    const inner = children.flatMap((child): SvgElement['children'] => {
      if (typeof child === 'string') return child.trim() ? [child] : [];
      return child.name === 'title' ? [] : [visit(child, isUpright && given.get('class') === 'edge')];
    });
    return { name, attributes, children: inner, line: at };
  };
  const drawn = visit(root);
  for (const colour of unknown) {
    const known = Object.keys(colours).join(', ');
    report(line, 'diagram-colour', `The colour "${colour}" does not follow the theme; there are ${known}.`);
  }
  return drawn;
}

function painted(key: string, value: string, unknown: Set<string>): string {
  if (key === 'font-family') return /courier|mono/i.test(value) ? 'var(--font-mono)' : 'var(--font-text)';
  if ((key !== 'fill' && key !== 'stroke') || value === 'none') return value;
  if (value === 'transparent') return 'none';
  const colour = colours[value.replace('grey', 'gray')];
  if (colour) return `var(--${colour})`;
  unknown.add(value);
  return 'none';
}
