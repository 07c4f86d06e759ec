import type { Nodes, Root } from 'mdast';
import type { Report } from '../diagnostics.ts';
import { allowedTags } from './sanitize.ts';
import { lineOf, walk } from './syntax-tree.ts';

/** Reports Markdown that is valid but probably not what the author meant. */
export function lintMarkdown(root: Root, source: string, report: Report): void {
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
