/** An element of a drawing (or of a formula), with its first line. */
export interface SvgElement {
  name: string;
  attributes: Map<string, string>;
  children: (SvgElement | string)[];
  line: number;
}

/** Reports that a drawing is not well formed. */
export class SvgSyntaxError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const markup =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<\/([A-Za-z][\w:.-]*)\s*>|<([A-Za-z][\w:.-]*)((?:\s+[^\s=>/"']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Far more than any drawing has. Code that walks the tree is recursive, so deeper trees would overflow the stack. */
const maxLevels = 200;

/**
 * Parses the part of XML that drawings need: elements, quoted attributes, text, comments and the five entities.
 * Everything else (doctypes, CDATA, unquoted attributes) is an error. Nothing is repaired, so no markup can be
 * smuggled in.
 * @throws SvgSyntaxError
 */
export const parseSvg = (source: string): SvgElement => parseXml(source, 'svg');

/** Same as `parseSvg` for another root element. @throws SvgSyntaxError */
export function parseXml(source: string, rootName: string): SvgElement {
  const document: SvgElement = { name: '', attributes: new Map(), children: [], line: 1 };
  const open = [document];
  let at = 0;
  // Counts lines from the previous position: counting from the beginning each time would take hours for a long
  // drawing.
  let number = 1;
  let lineEnd = source.indexOf('\n');
  const line = (): number => {
    for (; lineEnd >= 0 && lineEnd < at; lineEnd = source.indexOf('\n', lineEnd + 1)) number += 1;
    return number;
  };

  while (at < source.length) {
    const parent = open[open.length - 1] ?? document;
    if (source[at] !== '<') {
      const end = source.indexOf('<', at);
      const raw = source.slice(at, end === -1 ? undefined : end);
      parent.children.push(decode(raw, line()));
      at += raw.length;
      continue;
    }
    markup.lastIndex = at;
    const match = markup.exec(source);
    if (!match)
      throw new SvgSyntaxError(line(), `This SVG is not well formed: ${source.slice(at, at + 40).split('\n')[0]}`);
    const [whole, closing, opening, attributes = '', selfClosing] = match;
    if (opening) {
      const element = { name: opening, attributes: readAttributes(attributes, line()), children: [], line: line() };
      parent.children.push(element);
      if (!selfClosing) open.push(element);
      if (open.length > maxLevels)
        throw new SvgSyntaxError(line(), `Elements are nested more than ${maxLevels} levels deep.`);
    } else if (closing) {
      if (open.length === 1 || parent.name !== closing) {
        throw new SvgSyntaxError(
          line(),
          `</${closing}> has no opening tag; the open element is <${parent.name || 'nothing'}>.`,
        );
      }
      open.pop();
    }
    at += whole.length;
  }
  return selectRoot(document, open, rootName);
}

function selectRoot(document: SvgElement, open: SvgElement[], name: string): SvgElement {
  const unclosed = open[1] && open[open.length - 1];
  if (unclosed) throw new SvgSyntaxError(unclosed.line, `<${unclosed.name}> is not closed.`);
  const roots = document.children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  const root = roots[0];
  if (roots.length !== 1 || root === undefined || typeof root === 'string' || root.name !== name) {
    throw new SvgSyntaxError(1, `A drawing must be exactly one <${name}> element.`);
  }
  return root;
}

function readAttributes(source: string, line: number): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of source.matchAll(attribute)) {
    if (found.has(name)) throw new SvgSyntaxError(line, `The attribute ${name} is duplicated.`);
    found.set(name, decode(double ?? single ?? '', line));
  }
  return found;
}

function decode(raw: string, line: number): string {
  return raw.replace(/&([^;\s&]*);?/g, (whole, name: string) => {
    const code = /^#x([0-9a-f]{1,6})$/i.exec(name)?.[1] ?? /^#(\d{1,7})$/.exec(name)?.[1];
    const point = code === undefined ? Number.NaN : Number.parseInt(code, name[1]?.toLowerCase() === 'x' ? 16 : 10);
    const value = entities[name] ?? (isCharacter(point) ? String.fromCodePoint(point) : undefined);
    if (value === undefined || !whole.endsWith(';')) {
      throw new SvgSyntaxError(line, `"${whole}" is not an XML character or entity; write &amp; for an ampersand.`);
    }
    return value;
  });
}

/** XML 1.0, section 2.2, [2]. The database rejects other characters too. */
const isCharacter = (point: number): boolean =>
  [0x9, 0xa, 0xd].includes(point) ||
  (point >= 0x20 && point <= 0xd7ff) ||
  (point >= 0xe000 && point <= 0xfffd) ||
  (point >= 0x10000 && point <= 0x10ffff);
