import type { Viz } from '@viz-js/viz';
import type { Code } from 'mdast';
import type { Report } from '../diagnostics.ts';
import { checkDrawing, type Drawing, fitsPhone } from './svg.ts';
import { parseSvg, type SvgElement } from './svg-parse.ts';
import { lineOf } from './syntax-tree.ts';

export type DrawDiagram = (dot: string) => ReturnType<Viz['render']>;

/** Maps Graphviz colours to theme variables. Other colours would not follow the theme. */
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

// Courier, because its letters are exactly as wide as those of our monospace font. It is the only font of the theme
// whose widths Graphviz knows.
const font = { fontname: 'Courier', fontsize: 14 };
const defaults = {
  graphAttributes: { ...font, bgcolor: 'transparent', color: 'gray', pad: 0.1, ranksep: 0.6, nodesep: 0.35 },
  nodeAttributes: { ...font, shape: 'box', style: 'filled', fillcolor: 'white', color: 'gray', margin: '0.16,0.1' },
  edgeAttributes: { ...font, color: 'gray' },
};

/** Pixels per Graphviz point. */
const scale = 1.1;

let loading: Promise<DrawDiagram> | undefined;

/** Loads Graphviz as WebAssembly on first use: it is more than a megabyte. */
export function loadDiagrams(): Promise<DrawDiagram> {
  loading ??= (async () => {
    const { instance } = await import('@viz-js/viz');
    const viz = await instance();
    return (dot) => viz.render(dot, { format: 'svg', ...defaults });
  })();
  return loading;
}

/** Turns a ```dot block into a drawing; reports problems and returns undefined for an empty or invalid diagram. */
export function readDiagram(
  node: Code,
  draw: DrawDiagram,
  report: Report,
): { drawing: Drawing; narrow: Drawing | undefined; title: string; alt: string } | undefined {
  const line = lineOf(node);
  const { title = '', alt = '' } = readMeta(node.meta ?? '', line, report);
  if (!alt) report(line, 'diagram-alt', 'A diagram needs alt="…": a description for readers who cannot see it.');
  const { output, errors } = draw(node.value);
  for (const message of new Set(errors.map((error) => error.message))) {
    const at = Number(/\bline (\d+)/.exec(message)?.[1] ?? 0);
    report(line + at, 'diagram-syntax', `Graphviz syntax error: ${message.replace(/[.\s]*$/, '')}.`);
  }
  if (output === undefined && errors.length === 0)
    report(line, 'diagram-syntax', 'This diagram is empty. Write, for example: digraph { a -> b }');
  if (output === undefined) return undefined;
  const drawing = toDrawing(output, !/\brankdir\s*=\s*"?(LR|RL)/.test(node.value), line, report);
  return alt ? { drawing, narrow: verticalLayout(node.value, drawing, draw, line), title, alt } : undefined;
}

function toDrawing(output: string, isUpright: boolean, line: number, report: Report): Drawing {
  const svg = parseSvg(output.slice(output.indexOf('<svg')));
  const drawing = checkDrawing(applyTheme(svg, isUpright, line, report), (_, code, message, severity) =>
    report(line, code, message, severity),
  );
  // Keeps small drawings from being scaled up to the width of the page.
  drawing.root.attributes.set('width', String(Math.round(drawing.width * scale)));
  return drawing;
}

/** Returns the same diagram laid out top to bottom for a phone; undefined if it is not needed or would be as wide. */
function verticalLayout(source: string, wide: Drawing, draw: DrawDiagram, line: number): Drawing | undefined {
  if (fitsPhone(wide, wide.width)) return undefined;
  // Graphviz uses the last value of a repeated attribute.
  const { output } = draw(source.replace(/\}\s*$/, ' rankdir=TB nodesep=0.15 }'));
  if (output === undefined) return undefined;
  // Problems were already reported for the wide drawing.
  const narrow = toDrawing(output, true, line, () => undefined);
  return fitsPhone(narrow, narrow.width) ? narrow : undefined;
}

function readMeta(meta: string, line: number, report: Report): { title?: string; alt?: string } {
  const values: Record<string, string> = {};
  for (const [, name, value = '', other] of meta.matchAll(/(title|alt)="([^"]*)"|(\S+)/g)) {
    if (name !== undefined) values[name] = value.trim();
    else report(line, 'code-word', `"${other}" is not allowed after dot; use title="…" or alt="…".`);
  }
  return values;
}

/**
 * Applies the theme's colours and fonts to a Graphviz drawing and removes its generated ids and classes. For vertical
 * layouts Graphviz starts edge labels on the line itself: moves them aside by less than the margin of the drawing.
 */
function applyTheme(root: SvgElement, isUpright: boolean, line: number, report: Report): SvgElement {
  const unknown = new Set<string>();
  const visit = ({ name, attributes: given, children, line: at }: SvgElement, isOnEdge = false): SvgElement => {
    const attributes = new Map<string, string>();
    for (const [key, value] of given) {
      if (['id', 'class', 'xmlns:xlink'].includes(key) || (name === 'svg' && /^(width|height)$/.test(key))) continue;
      attributes.set(key, toThemeValue(key, value, unknown));
    }
    // Text without a fill is black.
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
    report(line, 'diagram-colour', `The colour "${colour}" is not in the theme; use one of ${known}.`);
  }
  return drawn;
}

function toThemeValue(key: string, value: string, unknown: Set<string>): string {
  if (key === 'font-family') return /courier|mono/i.test(value) ? 'var(--font-mono)' : 'var(--font-text)';
  if ((key !== 'fill' && key !== 'stroke') || value === 'none') return value;
  if (value === 'transparent') return 'none';
  const colour = colours[value.replace('grey', 'gray')];
  if (colour) return `var(--${colour})`;
  unknown.add(value);
  return 'none';
}
