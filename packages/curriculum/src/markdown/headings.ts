import type { Heading, Root } from 'mdast';
import type { Report } from '../diagnostics.ts';
import { lineOf, textOf } from './syntax-tree.ts';

/** A heading of level 2 or 3 for the table of contents. */
export interface HeadingEntry {
  id: string;
  text: string;
  level: 2 | 3;
}

/**
 * Prefix of heading ids, so that no heading id clashes with a page element (`main`, `root`) or a property of `window`.
 */
export const headingPrefix = 'h-';

/** `What the server asks?` → `what-the-server-asks`. */
function slugify(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f'’]/g, '');
  return (
    plain
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'section'
  );
}

/**
 * Gives the top-level headings of a document their ids and checks their levels.
 * @returns the assigned ids
 */
export function nameHeadings(root: Root, report: Report): Set<string> {
  const ids = new Set<string>();
  let previousLevel = 1;
  for (const node of root.children) {
    if (node.type !== 'heading') continue;
    checkLevel(node, previousLevel, report);
    previousLevel = Math.max(node.depth, 2);
    if (node.depth !== 2 && node.depth !== 3) continue;
    const id = unique(`${headingPrefix}${slugify(textOf(node))}`, ids);
    ids.add(id);
    node.data = { ...node.data, hProperties: { id } };
  }
  return ids;
}

function checkLevel(node: Heading, previousLevel: number, report: Report): void {
  if (node.depth === 1) {
    report(
      lineOf(node),
      'heading-level',
      'Start headings at ##: the name in the front matter is the first-level heading.',
    );
  } else if (node.depth > previousLevel + 1) {
    report(
      lineOf(node),
      'heading-skip',
      `A heading of level ${node.depth} follows one of level ${previousLevel}.`,
      'warning',
    );
  }
}

function unique(base: string, taken: ReadonlySet<string>): string {
  let candidate = base;
  for (let i = 2; taken.has(candidate); i++) candidate = `${base}-${i}`;
  return candidate;
}
