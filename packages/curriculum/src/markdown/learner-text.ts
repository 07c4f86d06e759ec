import type { Element, Root as HastRoot } from 'hast';
import type { Nodes, Parents, Root } from 'mdast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { codeToHtml } from './code.ts';
import type { Token } from './highlight.ts';
import { schema } from './sanitize.ts';
import { Slots } from './slots.ts';
import { elements, textOf } from './syntax-tree.ts';

/** Maximum nesting of lists and quotations. */
const maxDepth = 12;
const maxTableColumns = 12;
/** Maximum characters of HTML. Many short lines and cells can expand far beyond the source. */
const maxHtmlLength = 100_000;

const parser = unified().use(remarkParse).use(remarkGfm).freeze();
const stringifier = unified().use(rehypeStringify).freeze();

/**
 * Renders a text that a learner wrote for others to safe HTML: CommonMark with tables, without syntax colours. HTML
 * shows as typed text, images become their descriptions, and there are no directives, formulas, footnotes or ids.
 * Links are `nofollow`. Some texts take long: call it in a worker thread.
 * @throws RangeError if the text is nested too deeply or its HTML is too long
 */
export function renderLearnerText(source: string): string {
  const root = parser.parse(source);
  const slots = new Slots();
  simplify(root, slots, 0);
  const tree = toHast(root);
  finishLinks(tree);
  slots.fill(tree);
  const html = stringifier.stringify(tree).trim();
  if (html.length > maxHtmlLength) throw new RangeError('The formatted text is too long.');
  return html;
}

/** Replaces constructs that learner texts do not support, and replaces code with slots. Works in place. */
function simplify(parent: Parents, slots: Slots, depth: number): void {
  if (depth > maxDepth * 2) throw new RangeError('The text is nested too deeply.');
  parent.children = (parent.children as Nodes[]).flatMap((child): Nodes[] => {
    if (child.type === 'code') {
      const html = codeToHtml({ ...child, meta: null }, 1, withoutColours, () => {});
      return [slots.add([], () => [html])];
    }
    if (child.type === 'html') return [asPlainText(child.value, parent)];
    if (child.type === 'image' || child.type === 'imageReference') return [text(child.alt ?? '')];
    if (child.type === 'footnoteReference') return [text(`[^${child.label ?? child.identifier}]`)];
    if (child.type === 'table' && (child.children[0]?.children.length ?? 0) > maxTableColumns) {
      throw new RangeError('The table has too many columns.');
    }
    if (child.type === 'heading') child.depth = Math.min(6, child.depth + 3) as typeof child.depth;
    if ('children' in child) simplify(child, slots, depth + 1);
    return child.type === 'footnoteDefinition' ? child.children : [child];
  }) as typeof parent.children;
}

const text = (value: string): Nodes => ({ type: 'text', value });

/** HTML between paragraphs becomes its own paragraph of plain text. */
function asPlainText(value: string, parent: Parents): Nodes {
  const holdsPhrases = parent.type === 'paragraph' || parent.type === 'heading' || !blocks.has(parent.type);
  return holdsPhrases ? text(value) : { type: 'paragraph', children: [{ type: 'text', value }] };
}

const blocks = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

const withoutColours = (code: string): Token[][] =>
  code.split('\n').map((line) => (line ? [{ text: line, kind: null }] : []));

function toHast(root: Root): HastRoot {
  return unified().use(remarkRehype).use(rehypeSanitize, schema).runSync(root);
}

/** URLs that stay links: a page of this site, another site or a mail address. */
const allowedUrl = /^(https?:\/\/[^/\\]|mailto:|\/[\w-])/i;

function finishLinks(tree: HastRoot): void {
  unwrap(tree);
  for (const element of elements(tree)) {
    if (element.tagName !== 'a') continue;
    element.properties = { href: element.properties.href, rel: ['nofollow', 'ugc', 'noopener', 'noreferrer'] };
  }
}

function unwrap(parent: HastRoot | Element): void {
  parent.children = (parent.children as Element[]).flatMap((child) => {
    if (child.type !== 'element') return [child];
    unwrap(child);
    const isRemoved =
      child.tagName === 'a' && (!allowedUrl.test(String(child.properties.href ?? '')) || textOf(child) === '');
    return isRemoved ? (child.children as Element[]) : [child];
  });
}
