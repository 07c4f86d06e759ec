import type { Root, RootContent } from 'mdast';
import type { Report } from '../diagnostics.ts';
import { prepareBlocks } from './blocks.ts';
import { loadDiagrams } from './diagram.ts';
import { nameHeadings } from './headings.ts';
import type { Highlight } from './highlight.ts';
import { checkLinks, type PageLink } from './links.ts';
import { lintMarkdown } from './lint-markdown.ts';
import { parseMarkdown } from './parse.ts';
import type { Picture } from './picture.ts';
import { type RenderedHtml, renderInline, renderNodes } from './render.ts';
import { Slots } from './slots.ts';
import type { Drawing } from './svg.ts';
import { isShown, walk } from './syntax-tree.ts';

export interface DocumentOptions {
  highlight: Highlight;
  report: Report;
  drawings: ReadonlyMap<string, Drawing | Picture>;
}

/** One Markdown file: parsed once, rendered in parts that share its headings, footnotes and drawings. */
export interface MarkdownDocument {
  root: Root;
  /** Links to our own pages. */
  pageLinks: PageLink[];
  /** @param prefix identifies the part in the ids of its footnotes */
  block(nodes: RootContent[], prefix: string): RenderedHtml;
  inline(nodes: RootContent[], prefix: string): string;
}

export async function readDocument(
  source: string,
  { highlight, report, drawings }: DocumentOptions,
): Promise<MarkdownDocument> {
  const root = parseMarkdown(source);
  lintMarkdown(root, source, report);
  const pageLinks = checkLinks(root, nameHeadings(root, report), report);
  const definitions: RootContent[] = root.children.filter((node) => !isShown(node));
  const slots = new Slots();
  const draw = hasDiagram(root) ? await loadDiagrams() : null;
  const context = { highlight, report, slots, drawings, drawingIds: new Set<string>(), draw };
  for (const node of definitions) if ('children' in node) prepareBlocks(node, context);

  const prepare = (nodes: RootContent[]): RootContent[] => {
    const part: Root = { type: 'root', children: nodes.filter((node) => !definitions.includes(node)) };
    prepareBlocks(part, context);
    return part.children;
  };
  return {
    root,
    pageLinks,
    block: (nodes, prefix) => renderNodes(prepare(nodes), definitions, prefix, slots),
    inline: (nodes, prefix) => renderInline(prepare(nodes), definitions, prefix, slots),
  };
}

function hasDiagram(root: Root): boolean {
  let found = false;
  walk(root, (node) => {
    found ||= node.type === 'code' && node.lang === 'dot';
  });
  return found;
}
