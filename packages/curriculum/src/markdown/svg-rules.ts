import type { Report } from '../diagnostics.ts';
import type { SvgElement } from './svg-parse.ts';

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const elements = wordSet('svg g path rect circle ellipse line polyline polygon text tspan defs marker title desc');

const attributes = wordSet(`
  viewBox preserveAspectRatio id role aria-hidden aria-label transform opacity d pathLength points
  x y x1 y1 x2 y2 cx cy r rx ry width height dx dy rotate textLength lengthAdjust
  fill fill-opacity fill-rule clip-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-dasharray stroke-dashoffset vector-effect paint-order shape-rendering text-rendering
  color display visibility overflow
  font-family font-size font-weight font-style font-variant letter-spacing word-spacing text-anchor text-decoration
  dominant-baseline alignment-baseline baseline-shift direction unicode-bidi writing-mode xml:space
  markerWidth markerHeight markerUnits refX refY orient marker-start marker-mid marker-end
`);

/** Attributes that editors write; they have no meaning inside a page. */
const dropped = wordSet('xmlns version baseProfile');

const colours = wordSet('ink ink-2 ink-3 line surface raised beacon phosphor coral shoal');
const minFontSize = 14;
/** Coordinates of `parts` are relative to this origin. */
const viewBox = /^0(\.0+)? 0(\.0+)? \d+(\.\d+)? \d+(\.\d+)?$/;

/**
 * Checks a drawing against docs/authoring.md and removes everything that is not allowed.
 * @returns a drawing that is safe to inline even after problems were reported
 */
export function checkSvg(root: SvgElement, report: Report): SvgElement {
  if (!viewBox.test(root.attributes.get('viewBox') ?? ''))
    report(
      root.line,
      'svg-viewbox',
      'The drawing needs a viewBox that begins at 0 0, for example viewBox="0 0 720 300".',
    );
  for (const name of ['width', 'height']) {
    if (root.attributes.delete(name))
      report(root.line, 'svg-size', `Remove ${name} from <svg>: the page sets the size.`);
  }
  // The `alt` of the figure names the drawing; its own <title> would only show as a tooltip.
  root.children = root.children.filter((child) => typeof child === 'string' || child.name !== 'title');
  return clean(root, report);
}

function clean(element: SvgElement, report: Report): SvgElement {
  const allowed = new Map<string, string>();
  for (const [name, value] of element.attributes) {
    const problem = dropped.has(name) ? '' : attributeProblem(name, value);
    if (problem === undefined) allowed.set(name, value);
    else if (problem) report(element.line, 'svg-attribute', `<${element.name}>: ${problem}`);
  }
  checkStyle(element, report);
  const children = element.children.flatMap((child): SvgElement['children'] => {
    if (typeof child === 'string') return [child];
    if (elements.has(child.name) && child.name !== 'svg') return [clean(child, report)];
    report(child.line, 'svg-element', `<${child.name}> is not allowed in a drawing.`);
    return [];
  });
  return { ...element, attributes: allowed, children };
}

function attributeProblem(name: string, value: string): string | undefined {
  if (name === 'style') return 'style is not allowed; use presentation attributes.';
  if (!attributes.has(name)) return `the attribute ${name} is not allowed.`;
  // Presentation attributes are CSS, where an escape sequence could hide url(.
  if (name !== 'aria-label' && /[\\@;]|\/\*|image-set|image\(|src\(|expression/i.test(value)) {
    return `the value of ${name} is not allowed.`;
  }
  if (/url/i.test(value) && name !== 'aria-label' && !/^url\(#[A-Za-z][\w-]*\)$/.test(value)) {
    return `${name} may only refer to url(#id) in the same drawing.`;
  }
  if (name === 'id' && !/^[a-z][a-z0-9-]*$/.test(value))
    return `the id "${value}" may only contain lowercase letters, digits and hyphens.`;
  return undefined;
}

function checkStyle({ name, attributes: given, line }: SvgElement, report: Report): void {
  for (const key of ['fill', 'stroke']) {
    const value = given.get(key);
    if (value === undefined || /^(none|currentColor|url\(#.*\))$/.test(value)) continue;
    const variable = /^var\(--([a-z0-9-]+)\)$/.exec(value)?.[1];
    if (!variable || !colours.has(variable)) {
      report(
        line,
        'svg-colour',
        `<${name}>: ${key}="${value}" does not follow the theme; use one of its variables.`,
        'warning',
      );
    }
  }
  const family = given.get('font-family');
  if (family !== undefined && !/^var\(--font-(mono|text)\)$/.test(family)) {
    report(line, 'svg-font', `<${name}>: use font-family="var(--font-mono)" or "var(--font-text)".`, 'warning');
  }
  const size = Number.parseFloat(given.get('font-size') ?? '');
  if (size < minFontSize) {
    report(
      line,
      'svg-text-size',
      `<${name}>: text of ${size} units is too small to read; use at least ${minFontSize}.`,
      'warning',
    );
  }
}
