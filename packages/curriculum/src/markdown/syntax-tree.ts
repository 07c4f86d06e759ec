import type { Element, ElementContent, Root as HastRoot, Text } from 'hast';
import type { Nodes as MdastNode } from 'mdast';

interface AnyNode {
  type: string;
  value?: string;
  children?: AnyNode[];
  position?: { start: { line: number }; end: { line: number } };
}

/** First line of a node in its file; 1 for nodes that were generated, not parsed. */
export const lineOf = (node: { position?: AnyNode['position'] }): number => node.position?.start.line ?? 1;

/** Calls `visit` on a Markdown node and everything below it, parents first. */
export function walk(node: MdastNode, visit: (node: MdastNode) => void): void {
  visit(node);
  if ('children' in node) for (const child of node.children) walk(child, visit);
}

/** Whether a block shows at its own position: definitions and footnotes show elsewhere, or not at all. */
export const isShown = ({ type }: { type: string }): boolean => type !== 'definition' && type !== 'footnoteDefinition';

/** Returns the plain text of a Markdown or HTML tree. */
export function textOf(node: AnyNode): string {
  if (node.value !== undefined) return node.value;
  return (node.children ?? []).map(textOf).join('');
}

type Properties = Element['properties'];

/** Creates an HTML element; strings among the children become text. */
export function h(tagName: string, properties: Properties, children: (ElementContent | string)[] = []): Element {
  return { type: 'element', tagName, properties, children: children.map((c) => (typeof c === 'string' ? text(c) : c)) };
}

const text = (value: string): Text => ({ type: 'text', value });

/** Yields every element below a root, parents first. */
export function* elements(parent: HastRoot | Element): Generator<Element> {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    yield child;
    yield* elements(child);
  }
}
