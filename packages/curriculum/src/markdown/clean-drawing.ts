import { parseSvg, type SvgElement, SvgSyntaxError } from './svg-parse.ts';
import { checkSvg } from './svg-rules.ts';

/** Problems that reject a drawing. Problems of style (colours, fonts) do not. */
const rejectedCodes = ['svg-viewbox', 'svg-element', 'svg-attribute'];

/**
 * Checks a drawing from outside the curriculum by the same rules as a figure, except style.
 * @returns the drawing as a standalone file that contains only what is allowed, or the first problem
 */
export function cleanDrawing(source: string): { svg: string } | { line: number; problem: string } {
  const problems: { line: number; problem: string }[] = [];
  try {
    const root = checkSvg(parseSvg(source), (line, code, problem) => {
      if (rejectedCodes.includes(code)) problems.push({ line, problem });
    });
    return problems[0] ?? { svg: toFile(root) };
  } catch (error) {
    if (error instanceof SvgSyntaxError) return { line: error.line, problem: error.message };
    throw error;
  }
}

/** Adds width and height, so that the drawing has a size if the page does not set one. */
function toFile(root: SvgElement): string {
  const [, , width = '', height = ''] = root.attributes.get('viewBox')?.split(' ') ?? [];
  const existing = [...root.attributes].filter(([name]) => name !== 'xmlns');
  const attributes = new Map([
    ['xmlns', 'http://www.w3.org/2000/svg'],
    ['width', width],
    ['height', height],
    ...existing,
  ]);
  return write({ ...root, attributes });
}

function write({ name, attributes, children }: SvgElement): string {
  const given = [...attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : write(child))).join('');
  return `<${name}${given}>${inner}</${name}>`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);
