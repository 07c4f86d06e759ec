import type { Element, Root as HastRoot } from 'hast';
import type { Root, RootContent } from 'mdast';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { HeadingEntry } from './headings.ts';
import { schema } from './sanitize.ts';
import type { Slots } from './slots.ts';
import { elements, textOf } from './syntax-tree.ts';

export interface RenderedHtml {
  html: string;
  headings: HeadingEntry[];
}

const stringifier = unified().use(rehypeStringify).freeze();

/**
 * Turns prepared Markdown nodes into HTML: parses the author's HTML, sanitises everything, then fills the slots.
 * @param definitions link and footnote definitions of the whole document, which any of its parts may use
 * @param prefix prefix of footnote ids, unique on the page
 */
export function renderNodes(
  nodes: RootContent[],
  definitions: RootContent[],
  prefix: string,
  slots: Slots,
): RenderedHtml {
  const tree = toHast({ type: 'root', children: [...nodes, ...definitions] }, prefix);
  finishFootnotes(tree);
  finishLinks(tree);
  slots.fill(tree);
  return { html: stringifier.stringify(tree).trim(), headings: headingsOf(tree) };
}

/** Same as `renderNodes` for one line: removes the `<p>` of a single paragraph. */
export function renderInline(nodes: RootContent[], definitions: RootContent[], prefix: string, slots: Slots): string {
  const { html } = renderNodes(nodes, definitions, prefix, slots);
  return /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(html)?.[1] ?? html;
}

function toHast(root: Root, prefix: string): HastRoot {
  return unified()
    .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: `${prefix}-` })
    .use(rehypeRaw)
    .use(rehypeSanitize, schema)
    .runSync(root);
}

function headingsOf(tree: HastRoot): HeadingEntry[] {
  return tree.children.flatMap((node): HeadingEntry[] => {
    if (node.type !== 'element' || typeof node.properties.id !== 'string') return [];
    const level = node.tagName === 'h2' ? 2 : node.tagName === 'h3' ? 3 : null;
    return level ? [{ id: node.properties.id, text: textOf(node).trim(), level }] : [];
  });
}

function finishFootnotes(tree: HastRoot): void {
  for (const element of elements(tree)) {
    if (element.tagName === 'section' && 'dataFootnotes' in element.properties) {
      element.properties = { className: ['footnotes'], ariaLabel: 'Footnotes' };
      // The generated hidden heading would appear in the table of contents; the label says the same.
      element.children = element.children.filter((child) => child.type !== 'element' || child.tagName !== 'h2');
    }
    if ('dataFootnoteRef' in element.properties) mark(element, 'footnote-ref');
    if ('dataFootnoteBackref' in element.properties) mark(element, 'footnote-back');
  }
}

function mark(element: Element, className: string): void {
  const { href, id, ariaLabel } = element.properties;
  element.properties = { href, id, ariaLabel, className: [className] };
}

function finishLinks(tree: HastRoot): void {
  for (const element of elements(tree)) {
    if (element.tagName !== 'a' || !/^https?:/i.test(String(element.properties.href ?? ''))) continue;
    element.properties.rel = ['noopener', 'noreferrer'];
  }
}
