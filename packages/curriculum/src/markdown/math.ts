import type { Element } from 'hast';
import katex, { type ParseError } from 'katex';
import type { Nodes } from 'mdast';
import type { Report } from '../diagnostics.ts';
import { parseXml, type SvgElement, SvgSyntaxError } from './svg-parse.ts';
import { h, lineOf } from './syntax-tree.ts';

type InlineMath = Extract<Nodes, { type: 'inlineMath' }>;
type MathBlock = Extract<Nodes, { type: 'math' }>;

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

// The part of KaTeX's output that browsers draw: MathML Core. Other elements are dropped or reported.
const elements = wordSet(
  'math mrow mi mn mo mtext mspace msup msub msubsup mfrac msqrt mroot munder mover munderover mtable mtr mtd mstyle mpadded mphantom',
);
const tokens = wordSet('mi mn mo mtext');
const attributes = wordSet(
  'display width height depth lspace rspace voffset stretchy fence separator symmetric largeop movablelimits accent accentunder minsize maxsize linethickness scriptlevel displaystyle',
);
const paintAttributes = wordSet('mathcolor mathbackground style');

/** Renders an inline `$$ … $$` formula as MathML. Reports invalid TeX and returns an empty list. */
export function inlineMath(node: InlineMath, report: Report): Element[] {
  const math = toMathml(node.value, false, lineOf(node), report);
  return math ? [math] : [];
}

/** Renders a block between `$$` lines, in a box that scrolls when it is wider than the page. */
export function blockMath(node: MathBlock, report: Report): Element[] {
  const line = lineOf(node);
  const meta = node.meta ?? '';
  const alt = /^alt="([^"]+)"$/.exec(meta.trim())?.[1]?.trim();
  if (meta.trim() && !alt) report(line, 'math-word', 'Only alt="…", the name of the formula, can follow $.');
  if (node.value && node.position && node.position.end.line <= line + node.value.split('\n').length)
    report(line, 'math-open', 'The formula is not closed by a line of $$.');
  const math = toMathml(node.value, true, line + 1, report);
  if (!math) return [];
  return [h('div', { className: ['math-block'], role: 'group', ariaLabel: alt ?? 'Formula' }, [math])];
}

/** @param line first line of the TeX */
function toMathml(tex: string, displayMode: boolean, line: number, report: Report): Element | undefined {
  const fail = (at: number, message: string): undefined => {
    report(line + tex.slice(0, at).split('\n').length - 1, 'math-syntax', message);
  };
  if (!tex.trim()) return fail(0, 'This formula is empty.');
  try {
    const options = { displayMode, output: 'mathml', strict: false, trust: false, maxSize: 50 } as const;
    const [math] = parseXml(katex.renderToString(tex, options), 'span').children;
    if (typeof math !== 'object') return fail(0, 'This formula is empty.');
    const problems = new Set<string>();
    const root = clean(math, problems, [])[0];
    for (const message of problems) fail(0, message);
    if (typeof root !== 'object' || root.type !== 'element') return undefined;
    root.properties.alttext = tex.trim().replace(/\s+/g, ' ');
    return root;
  } catch (error) {
    if (error instanceof SvgSyntaxError) return fail(0, 'This formula is nested too deeply.');
    if (!(error instanceof katex.ParseError)) throw error;
    const { rawMessage, position } = error as ParseError;
    return fail(position ?? 0, `TeX syntax error: ${rawMessage.replace(/[.\s]*$/, '')}.`);
  }
}

type Child = Element | string;

/** First code points of Unicode's mathematical alphabets: capitals, small letters, digits. */
const alphabets: Record<string, readonly [upper: number, lower: number, digit: number | null]> = {
  bold: [0x1d400, 0x1d41a, 0x1d7ce],
  italic: [0x1d434, 0x1d44e, null],
  'bold-italic': [0x1d468, 0x1d482, null],
  script: [0x1d49c, 0x1d4b6, null],
  'bold-script': [0x1d4d0, 0x1d4ea, null],
  fraktur: [0x1d504, 0x1d51e, null],
  'double-struck': [0x1d538, 0x1d552, 0x1d7d8],
  'bold-fraktur': [0x1d56c, 0x1d586, null],
  'sans-serif': [0x1d5a0, 0x1d5ba, 0x1d7e2],
  'bold-sans-serif': [0x1d5d4, 0x1d5ee, 0x1d7ec],
  'sans-serif-italic': [0x1d608, 0x1d622, null],
  'sans-serif-bold-italic': [0x1d63c, 0x1d656, null],
  monospace: [0x1d670, 0x1d68a, 0x1d7f6],
};

/** Letters that Unicode had before it added these alphabets; their code points there are unassigned. */
const exceptions: Record<string, Record<string, string>> = {
  italic: { h: 'ℎ' },
  script: { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' },
  fraktur: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' },
  'double-struck': { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
};

/**
 * Converts text to a TeX alphabet. Browsers support no `mathvariant` except `normal`, so the letters themselves
 * change.
 * @param variant the value of `mathvariant`; a single letter without one is drawn in italics
 */
function toMathVariant(text: string, variant: string | undefined): string {
  const alphabet = variant === undefined ? undefined : alphabets[variant];
  if (!alphabet || variant === undefined) return text;
  return [...text].map((letter) => exceptions[variant]?.[letter] ?? shift(letter, alphabet)).join('');
}

function shift(letter: string, [upper, lower, digit]: readonly [number, number, number | null]): string {
  const code = letter.codePointAt(0) ?? 0;
  if (/^[A-Z]$/.test(letter)) return String.fromCodePoint(upper + code - 0x41);
  if (/^[a-z]$/.test(letter)) return String.fromCodePoint(lower + code - 0x61);
  if (/^\d$/.test(letter) && digit !== null) return String.fromCodePoint(digit + code - 0x30);
  return letter;
}

/** @param align alignment of the enclosing table's cells, by column */
function clean(element: SvgElement, problems: Set<string>, align: readonly string[]): Child[] {
  const { name, attributes: given } = element;
  if (name === 'annotation') return [];
  if (name === 'semantics') return cleanAll(element.children, problems, align);
  if ([...given.keys()].some((key) => paintAttributes.has(key)))
    problems.add('Formulas cannot have colours, rules or links: they follow the theme.');
  if (tokens.has(name)) {
    const variant = given.get('mathvariant');
    const upright = variant === 'normal' ? { mathvariant: variant } : {};
    return [h(name, { ...allowedAttributes(given), ...upright }, [toMathVariant(textOfSvg(element), variant)])];
  }
  const isBox = name === 'menclose' && given.get('notation') === 'box';
  if (!elements.has(name) && !isBox) {
    problems.add(`Browsers cannot draw this part of the formula (<${name}>). Write it in another way.`);
    return [];
  }
  if (isBox) return [h('mrow', { className: ['math-box'] }, cleanAll(element.children, problems, []))];
  if (name === 'mtr') {
    const cells = element.children.filter((child) => typeof child === 'object');
    return [
      h(
        'mtr',
        {},
        cells.flatMap((cell, i) => cleanCell(cell, align[i] ?? align.at(-1), problems)),
      ),
    ];
  }
  const columns = name === 'mtable' ? columnsOf(given) : [];
  return [h(name, allowedAttributes(given), cleanAll(element.children, problems, columns))];
}

const cleanAll = (children: SvgElement['children'], problems: Set<string>, align: readonly string[]): Child[] =>
  children.flatMap((child) =>
    typeof child === 'string' ? (child.trim() ? [child] : []) : clean(child, problems, align),
  );

/** Browsers do not support `columnalign`: uses classes instead. */
function cleanCell(cell: SvgElement, className: string | undefined, problems: Set<string>): Element[] {
  const inner = cleanAll(cell.children, problems, []);
  return [h('mtd', className ? { className: className.split(' ') } : {}, inner)];
}

function columnsOf(table: SvgElement['attributes']): string[] {
  const tight = table.get('columnspacing')?.startsWith('0em') ? ' math-tight' : '';
  return (table.get('columnalign') ?? '').split(' ').map((side) => {
    const aligned = side === 'left' || side === 'right' ? `math-${side}` : '';
    return `${aligned}${tight}`.trim();
  });
}

const allowedAttributes = (given: SvgElement['attributes']): Element['properties'] =>
  Object.fromEntries([...given].filter(([key, value]) => attributes.has(key) && /^[\w.+%-]*$/.test(value)));

const textOfSvg = (element: SvgElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textOfSvg(child))).join('');
