import type { Nodes, Root, RootContent } from 'mdast';
import type { Report } from '../diagnostics.ts';
import { prepareBlocks } from './blocks.ts';
import { loadDiagrams } from './diagram.ts';
import { nameHeadings } from './headings.ts';
import type { Highlight } from './highlight.ts';
import { checkLinks, type PageLink } from './links.ts';
import { parseMarkdown } from './parse.ts';
import type { Picture } from './picture.ts';
import { type RenderedHtml, renderInline, renderNodes } from './render.ts';
import { allowedTags } from './sanitize.ts';
import { Slots } from './slots.ts';
import type { Drawing } from './svg.ts';
import { isShown, lineOf, walk } from './syntax-tree.ts';

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

/** Reports Markdown that is valid but probably not what the author meant. */
function lintMarkdown(root: Root, source: string, report: Report): void {
  const lines = source.split('\n');
  walk(root, (node) => {
    if (node.type === 'html') checkHtml(node.value, lineOf(node), report);
    if (node.type === 'containerDirective') checkClosed(node, lines, report);
    if (node.type === 'paragraph') checkParagraph(node, lines, report);
    if (node.type === 'footnoteDefinition' && !/^[a-z0-9-]+$/.test(node.identifier)) {
      report(
        lineOf(node),
        'footnote-name',
        `Name the footnote "${node.identifier}" with lowercase letters, digits and hyphens.`,
      );
    }
    if (node.type === 'text') {
      const unknown = /\[\^([^\]\s]+)\](?!:)/.exec(node.value)?.[1];
      if (unknown) report(lineOf(node), 'footnote-unknown', `There is no footnote [^${unknown}].`, 'warning');
    }
  });
}

/** Reports HTML that the sanitiser will remove. Usually the author forgot backticks around `<script>`. */
function checkHtml(html: string, line: number, report: Report): void {
  for (const [, name = ''] of html.matchAll(/<([a-z][a-z0-9-]*)/gi)) {
    if (allowedTags.includes(name.toLowerCase())) continue;
    report(line, 'html-removed', `<${name}> is removed; write \`<${name}>\` between backticks to show it.`, 'warning');
  }
  const attribute = /\s(style|class|id|on[a-z]+|src)\s*=/i.exec(html)?.[1];
  if (attribute) report(line, 'html-removed', `The attribute ${attribute} is removed.`, 'warning');
}

function checkClosed(node: Nodes & { name: string }, lines: string[], report: Report): void {
  const end = node.position?.end.line ?? 1;
  if (end > lineOf(node) && lines[end - 1]?.trimEnd().endsWith(':::')) return;
  report(lineOf(node), 'directive-open', `":::${node.name}" is not closed by a line of colons.`);
}

/** Reports a line of colons inside a paragraph: one closing line too many, or brackets that do not match. */
function checkParagraph(node: Nodes, lines: string[], report: Report): void {
  const first = lineOf(node);
  for (let line = first; line <= (node.position?.end.line ?? first); line++) {
    const source = lines[line - 1] ?? '';
    if (/^\s*:{3,}\s*$/.test(source)) {
      report(line, 'directive-stray', 'This line of colons closes no directive.');
    } else if (/^\s*(:{3,}|::)[a-z]+[[{]/.test(source) && node.position && !('data' in node && node.data)) {
      report(
        line,
        'directive-malformed',
        'This is not read as a directive: the brackets, braces or quotes do not match.',
      );
    }
  }
}

function hasDiagram(root: Root): boolean {
  let found = false;
  walk(root, (node) => {
    found ||= node.type === 'code' && node.lang === 'dot';
  });
  return found;
}
