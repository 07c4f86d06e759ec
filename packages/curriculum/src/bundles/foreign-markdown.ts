import type { Definition, FootnoteDefinition, Html, Nodes, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import type { Report } from '../diagnostics.ts';
import { languages } from '../markdown/highlight.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { allowedTags } from '../markdown/sanitize.ts';
import { isShown, lineOf, textOf, walk } from '../markdown/syntax-tree.ts';

/** Foreign Markdown has neither our directives nor our formulas: colons and dollars are plain text. */
const reader = unified().use(remarkParse).use(remarkGfm).freeze();

const writer = unified()
  .use(remarkStringify, { bullet: '-', rule: '-', emphasis: '*', fences: true })
  .use(remarkGfm)
  .use(remarkMath, { singleDollarTextMath: false })
  .use(remarkDirective)
  .freeze();

/** A translated foreign text, ready for a lesson that `writeMarkdown` writes. */
export type Blocks = RootContent[];

export const writeMarkdown = (children: Blocks): string => writer.stringify({ type: 'root', children });

/** Longer texts are no descriptions and would keep the parser busy for minutes. */
const lengthLimit = 200_000;

/** Maps a link of the foreign platform to our page; undefined when there is no such page. */
export type ResolvePage = (url: string) => string | undefined;

const noPages: ResolvePage = () => undefined;

/**
 * Converts Markdown of any kind into blocks that our reader accepts without an error. Reports omitted parts.
 * @param name prefix of the names of its footnotes
 */
export async function readForeignMarkdown(
  source: string,
  name: string,
  report: Report,
  resolvePage: ResolvePage = noPages,
): Promise<Blocks> {
  const text = source.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
  if (text.trim() === '') return [];
  if (text.length > lengthLimit) {
    report(1, 'text-large', `The text has more than ${lengthLimit} characters; split it.`, 'warning');
    return [];
  }
  const blocks = translate(text, name, report, resolvePage)?.children;
  if (blocks?.length === 0) return [];
  // A text of footnotes only would make an empty lesson.
  if (blocks?.some(isShown) && (await isReadable(blocks))) return blocks;
  report(
    1,
    'markdown-kept',
    'This text cannot be read as Markdown, so it is kept as plain text; rewrite it.',
    'warning',
  );
  return [{ type: 'code', lang: 'text', value: text }];
}

/** Returns undefined when the text is nested so deeply that the stack overflows. */
function translate(text: string, name: string, report: Report, resolvePage: ResolvePage): Root | undefined {
  try {
    const root = reader.parse(text);
    new Translation(root, name, report, resolvePage).run();
    return root;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Checks the output by parsing it: it must have no error and contain none of our directives or formulas. */
async function isReadable(children: Blocks): Promise<boolean> {
  try {
    const text = writeMarkdown(children);
    let foreign = false;
    walk(parseMarkdown(text), ({ type }) => {
      foreign ||= /directive|math/i.test(type);
    });
    return !foreign && (await renderMarkdown(text)).diagnostics.every(({ severity }) => severity === 'warning');
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Language names that other platforms use, mapped to ours. */
const otherLanguages: Readonly<Record<string, string>> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  'shell-session': 'console',
  shellsession: 'console',
  terminal: 'console',
  py: 'python',
  python3: 'python',
  javascript: 'js',
  typescript: 'ts',
  yml: 'yaml',
  txt: 'text',
  plaintext: 'text',
  plain: 'text',
  svg: 'xml',
  patch: 'diff',
};

class Translation {
  readonly #root: Root;
  readonly #name: string;
  readonly #report: Report;
  readonly #resolvePage: ResolvePage;
  readonly #targets = new Map<string, Definition>();
  readonly #footnotes = new Map<string, string>();
  #level = 1;

  constructor(root: Root, name: string, report: Report, resolvePage: ResolvePage) {
    this.#root = root;
    this.#name = name;
    this.#report = report;
    this.#resolvePage = resolvePage;
  }

  run(): void {
    walk(this.#root, (node) => {
      if (node.type === 'definition' && !this.#targets.has(node.identifier)) this.#targets.set(node.identifier, node);
      if (node.type === 'footnoteDefinition' && !this.#footnotes.has(node.identifier))
        this.#footnotes.set(node.identifier, `${this.#name}-${this.#footnotes.size + 1}`);
    });
    this.#translateChildren(this.#root);
  }

  #translateChildren(parent: Parents): void {
    parent.children = (parent.children as Nodes[]).flatMap((child) =>
      this.#translateNode(child, parent),
    ) as typeof parent.children;
  }

  #translateNode(node: Nodes, parent: Parents): Nodes[] {
    if (node.type === 'html') return this.#html(node, parent);
    if (node.type === 'image' || node.type === 'imageReference') return this.#image(node);
    if (node.type === 'definition' || node.type === 'yaml') return [];
    if ('children' in node) this.#translateChildren(node);
    switch (node.type) {
      case 'heading':
        node.depth = this.#depth(node.depth, parent);
        return node.children.length > 0 ? [node] : [];
      case 'code':
        node.lang = this.#language(node.lang ?? null, lineOf(node));
        node.meta = null;
        return [node];
      case 'link':
        return this.#link(node.url, node.children, lineOf(node));
      case 'linkReference':
        return this.#link(this.#targets.get(node.identifier)?.url ?? '', node.children, lineOf(node));
      case 'footnoteReference':
      case 'footnoteDefinition':
        return this.#footnote(node);
      default:
        return [node];
    }
  }

  /** Our headings begin at level 2 and skip no level. */
  #depth(depth: number, parent: Parents): 2 | 3 | 4 | 5 | 6 {
    const level = Math.max(2, Math.min(depth, this.#level + 1, 6)) as 2 | 3 | 4 | 5 | 6;
    if (parent === this.#root) this.#level = level;
    return level;
  }

  #language(lang: string | null, line: number): string {
    const name = (lang ?? 'text').toLowerCase();
    const known = otherLanguages[name] ?? name;
    if (Object.hasOwn(languages, known)) return known;
    this.#report(
      line,
      'code-language',
      `The language "${name.slice(0, 30)}" is unknown; the code is shown as plain text.`,
      'warning',
    );
    return 'text';
  }

  #link(url: string, children: PhrasingContent[], line: number): Nodes[] {
    const page = this.#resolvePage(url);
    if (page !== undefined) return children.length > 0 ? [{ type: 'link', url: page, children }] : [];
    if (isOutside(url)) return children.length > 0 ? [{ type: 'link', url, children }] : [];
    const shortUrl = url.slice(0, 80);
    this.#report(
      line,
      'link-left-out',
      `The link to "${shortUrl}" has no target here; only its text is kept. Link to a page.`,
      'warning',
    );
    return children;
  }

  #image(node: Extract<Nodes, { type: 'image' | 'imageReference' }>): Nodes[] {
    const url = node.type === 'image' ? node.url : (this.#targets.get(node.identifier)?.url ?? '');
    const alt = node.alt?.trim() || 'Picture';
    const replacement = isOutside(url) ? 'a link replaces it' : 'its description replaces it';
    this.#report(
      lineOf(node),
      'image-left-out',
      `A picture is left out; ${replacement}. Add a ::figure for it.`,
      'warning',
    );
    const text: PhrasingContent = { type: 'text', value: alt };
    return isOutside(url) ? [{ type: 'link', url, children: [text] }] : [text];
  }

  #footnote(node: Extract<Nodes, { type: 'footnoteReference' | 'footnoteDefinition' }>): Nodes[] {
    const name = this.#footnotes.get(node.identifier);
    if (name === undefined) return [];
    return [{ ...node, identifier: name, label: name } as FootnoteDefinition];
  }

  /** Keeps elements that a lesson may contain, if they have no attributes. Of others only the text is kept. */
  #html(node: Html, parent: Parents): Nodes[] {
    const line = lineOf(node);
    const tags = [...node.value.matchAll(/<\/?([a-z][a-z0-9-]*)\b([^<>]*)>/gi)];
    const rest = node.value.replace(/<\/?([a-z][a-z0-9-]*)\b([^<>]*)>/gi, '');
    const isPlain = tags.every(([, name = '', attributes = '']) => isKept(name) && /^\s*\/?$/.test(attributes));
    if (isPlain && !/[<>]/.test(rest) && tags.length > 0) return [node];
    const [, first = '', attributes = ''] = tags[0] ?? [];
    const removed = first ? `<${first.slice(0, 20)}>` : 'This HTML';
    this.#report(line, 'html-left-out', `${removed} is left out; write it as Markdown.`, 'warning');
    const link = /\s(?:href|src)\s*=\s*["']?(https?:\/\/[^\s"'<>]+)/i.exec(attributes)?.[1];
    const value = withoutHtml(node.value);
    const children: PhrasingContent[] =
      link && isOutside(link) ? [{ type: 'link', url: link, children: [{ type: 'text', value: value || link }] }] : [];
    if (value && children.length === 0) children.push({ type: 'text', value });
    if (children.length === 0) return [];
    return isPhrasing(parent) ? children : [{ type: 'paragraph', children }];
  }
}

const isKept = (name: string): boolean => allowedTags.includes(name.toLowerCase()) && !/^(a|h[1-6]|input)$/i.test(name);

const isPhrasing = ({ type }: Parents): boolean =>
  ['paragraph', 'heading', 'emphasis', 'strong', 'delete', 'link', 'linkReference', 'tableCell'].includes(type);

const isOutside = (url: string): boolean => /^(https?:\/\/[^\s/]|mailto:)/i.test(url);

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

const withoutHtml = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/<(script|style|template|iframe|object|svg|math)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the first paragraph of a Markdown text as one line without markup. */
export function summaryOf(blocks: Blocks, limit: number): string {
  const first = blocks.find((node) => node.type === 'paragraph');
  return first ? oneLine(textWithBreaks(first), limit) : '';
}

/** Returns the text of a paragraph with a space at each line break and without HTML tags. */
function textWithBreaks(node: Nodes): string {
  if (node.type === 'break') return ' ';
  if (node.type === 'html') return /^<br\b/i.test(node.value) ? ' ' : '';
  return 'children' in node ? (node.children as Nodes[]).map(textWithBreaks).join('') : textOf(node);
}

/** Returns the text as one line without control characters, truncated at a word. */
export function oneLine(text: string, limit: number): string {
  const line = text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/\s+\S*$/, '').trim() || cut}…`;
}
