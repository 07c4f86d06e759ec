import { parseSvg, type SvgElement, SvgSyntaxError } from './markdown/svg-parse.ts';
import { checkSvg } from './markdown/svg-rules.ts';

/** What a drawing loses that is not allowed in one; its looks are the owner's affair. */
const losses = ['svg-viewbox', 'svg-element', 'svg-attribute'];

/**
 * Checks a drawing from outside of the curriculum by the same rules as a figure, apart from its looks.
 * @returns the drawing as a file of its own with nothing in it but what is allowed, or what is wrong with it
 */
export function cleanDrawing(source: string): { svg: string } | { line: number; fault: string } {
  const faults: { line: number; fault: string }[] = [];
  try {
    const root = checkSvg(parseSvg(source), (line, code, fault) => {
      if (losses.includes(code)) faults.push({ line, fault });
    });
    return faults[0] ?? { svg: toFile(root) };
  } catch (error) {
    if (error instanceof SvgSyntaxError) return { line: error.line, fault: error.message };
    throw error;
  }
}

/** With a size, so that it has one where the page that shows it gives none. */
function toFile(root: SvgElement): string {
  const [, , width = '', height = ''] = root.attributes.get('viewBox')?.split(' ') ?? [];
  const own = [...root.attributes].filter(([name]) => name !== 'xmlns');
  const attributes = new Map([['xmlns', 'http://www.w3.org/2000/svg'], ['width', width], ['height', height], ...own]);
  return write({ ...root, attributes });
}

function write({ name, attributes, children }: SvgElement): string {
  const given = [...attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : write(child))).join('');
  return `<${name}${given}>${inner}</${name}>`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);
