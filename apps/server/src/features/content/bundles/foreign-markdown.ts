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
import { allowedTags } from '../markdown/sanitize.ts';
import { isShown, lineOf, textOf, walk } from '../markdown/tree.ts';
import { renderMarkdown } from '../markdown.ts';

/** What others write knows neither our directives nor our formulas: colons and dollars are just that. */
const reader = unified().use(remarkParse).use(remarkGfm).freeze();

const writer = unified()
  .use(remarkStringify, { bullet: '-', rule: '-', emphasis: '*', fences: true })
  .use(remarkGfm)
  .use(remarkMath, { singleDollarTextMath: false })
  .use(remarkDirective)
  .freeze();

/** What a text of somebody else's becomes; it stands in a lesson that is written by `writeMarkdown`. */
export type Blocks = RootContent[];

export const writeMarkdown = (children: Blocks): string => writer.stringify({ type: 'root', children });

/** Longer texts are no descriptions, and would keep the grammar busy for minutes. */
const lengthLimit = 200_000;

/** The address here of a page that others link to by theirs; undefined when it leads elsewhere. */
export type PageOf = (url: string) => string | undefined;

const nowhere: PageOf = () => undefined;

/**
 * Makes Markdown of any kind into blocks that our reader takes without an error. What is left out is reported.
 * @param name begins the names of its footnotes
 */
export async function readForeignMarkdown(
  source: string,
  name: string,
  report: Report,
  pageOf: PageOf = nowhere,
): Promise<Blocks> {
  const text = source.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
  if (text.trim() === '') return [];
  if (text.length > lengthLimit) {
    report(1, 'text-large', `The text has more than ${lengthLimit} characters; cut it into several.`, 'warning');
    return [];
  }
  const blocks = translate(text, name, report, pageOf)?.children;
  if (blocks?.length === 0) return [];
  // Footnotes without a text that they belong to would be a lesson without words.
  if (blocks?.some(isShown) && (await isAccepted(blocks))) return blocks;
  report(1, 'markdown-kept', 'This text cannot be read as Markdown, so it stands as it is; write it anew.', 'warning');
  return [{ type: 'code', lang: 'text', value: text }];
}

/** Undefined when it is nested so deeply that the stack ends. */
function translate(text: string, name: string, report: Report, pageOf: PageOf): Root | undefined {
  try {
    const root = reader.parse(text);
    new Translation(root, name, report, pageOf).run();
    return root;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads what would be written: it has no fault, and none of our own parts have come out of it. */
async function isAccepted(children: Blocks): Promise<boolean> {
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

/** Names of languages that others use, and ours. */
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
  readonly #pageOf: PageOf;
  readonly #targets = new Map<string, Definition>();
  readonly #footnotes = new Map<string, string>();
  #level = 1;

  constructor(root: Root, name: string, report: Report, pageOf: PageOf) {
    this.#root = root;
    this.#name = name;
    this.#report = report;
    this.#pageOf = pageOf;
  }

  run(): void {
    walk(this.#root, (node) => {
      if (node.type === 'definition' && !this.#targets.has(node.identifier)) this.#targets.set(node.identifier, node);
      if (node.type === 'footnoteDefinition' && !this.#footnotes.has(node.identifier))
        this.#footnotes.set(node.identifier, `${this.#name}-${this.#footnotes.size + 1}`);
    });
    this.#inside(this.#root);
  }

  #inside(parent: Parents): void {
    parent.children = (parent.children as Nodes[]).flatMap((child) =>
      this.#one(child, parent),
    ) as typeof parent.children;
  }

  #one(node: Nodes, parent: Parents): Nodes[] {
    if (node.type === 'html') return this.#html(node, parent);
    if (node.type === 'image' || node.type === 'imageReference') return this.#image(node);
    if (node.type === 'definition' || node.type === 'yaml') return [];
    if ('children' in node) this.#inside(node);
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

  /** Ours begin at the second level and skip none. */
  #depth(depth: number, parent: Parents): 2 | 3 | 4 | 5 | 6 {
    const own = Math.max(2, Math.min(depth, this.#level + 1, 6)) as 2 | 3 | 4 | 5 | 6;
    if (parent === this.#root) this.#level = own;
    return own;
  }

  #language(lang: string | null, line: number): string {
    const name = (lang ?? 'text').toLowerCase();
    const own = otherLanguages[name] ?? name;
    if (Object.hasOwn(languages, own)) return own;
    this.#report(
      line,
      'code-language',
      `The language "${name.slice(0, 30)}" is unknown here; the code is shown as text.`,
      'warning',
    );
    return 'text';
  }

  #link(url: string, children: PhrasingContent[], line: number): Nodes[] {
    const page = this.#pageOf(url);
    if (page !== undefined) return children.length > 0 ? [{ type: 'link', url: page, children }] : [];
    if (isOutside(url)) return children.length > 0 ? [{ type: 'link', url, children }] : [];
    const shown = url.slice(0, 80);
    this.#report(
      line,
      'link-left-out',
      `The link to "${shown}" leads nowhere here; its text stays. Link to a page.`,
      'warning',
    );
    return children;
  }

  #image(node: Extract<Nodes, { type: 'image' | 'imageReference' }>): Nodes[] {
    const url = node.type === 'image' ? node.url : (this.#targets.get(node.identifier)?.url ?? '');
    const alt = node.alt?.trim() || 'Picture';
    const what = isOutside(url) ? 'a link to it stands here' : 'its text stands here';
    this.#report(lineOf(node), 'image-left-out', `A picture is left out; ${what}. Draw a ::figure for it.`, 'warning');
    const text: PhrasingContent = { type: 'text', value: alt };
    return isOutside(url) ? [{ type: 'link', url, children: [text] }] : [text];
  }

  #footnote(node: Extract<Nodes, { type: 'footnoteReference' | 'footnoteDefinition' }>): Nodes[] {
    const name = this.#footnotes.get(node.identifier);
    if (name === undefined) return [];
    return [{ ...node, identifier: name, label: name } as FootnoteDefinition];
  }

  /** Elements that may stand in a lesson stay, without attributes. Of the others only the text stays. */
  #html(node: Html, parent: Parents): Nodes[] {
    const line = lineOf(node);
    const tags = [...node.value.matchAll(/<\/?([a-z][a-z0-9-]*)\b([^<>]*)>/gi)];
    const rest = node.value.replace(/<\/?([a-z][a-z0-9-]*)\b([^<>]*)>/gi, '');
    const plain = tags.every(([, name = '', attributes = '']) => isKept(name) && /^\s*\/?$/.test(attributes));
    if (plain && !/[<>]/.test(rest) && tags.length > 0) return [node];
    const [, first = '', attributes = ''] = tags[0] ?? [];
    const what = first ? `<${first.slice(0, 20)}>` : 'This HTML';
    this.#report(line, 'html-left-out', `${what} is left out; write it as Markdown.`, 'warning');
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

/** What a Markdown text says at its beginning, as one line without marks. */
export function summaryOf(blocks: Blocks, limit: number): string {
  const first = blocks.find((node) => node.type === 'paragraph');
  return first ? oneLine(textOf(first), limit) : '';
}

/** A line without control characters, cut at a word. */
export function oneLine(text: string, limit: number): string {
  const line = text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/\s+\S*$/, '').trim() || cut}…`;
}
