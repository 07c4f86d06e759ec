import type { BlockContent, DefinitionContent, Nodes, PhrasingContent } from 'mdast';
import { didYouMean, type Report } from '../diagnostics.ts';
import { lineOf } from './syntax-tree.ts';

export type ContainerDirective = Extract<Nodes, { type: 'containerDirective' }>;
export type LeafDirective = Extract<Nodes, { type: 'leafDirective' }>;

type Block = BlockContent | DefinitionContent;

export const admonitions = {
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  danger: 'Danger',
  exercise: 'Exercise',
  summary: 'Summary',
} as const;

/** Directives that each make a module; allowed only at the top level of a lesson. */
const moduleContainers: readonly string[] = ['quiz', 'flag', 'drill', 'poll'];
const moduleLeaves: readonly string[] = ['lab', 'video', 'youtube', 'file', 'demo'];
export const moduleDirectives: readonly string[] = [...moduleContainers, ...moduleLeaves];

const containers: readonly string[] = [...Object.keys(admonitions), 'solution', 'tabs', 'tab', ...moduleContainers];
const leaves: readonly string[] = ['figure', ...moduleLeaves];

/** Splits a container into the label in brackets after its name and the rest. */
export function splitLabel(node: ContainerDirective): { label: PhrasingContent[] | null; body: Block[] } {
  const first = node.children[0];
  if (first?.type === 'paragraph' && first.data?.directiveLabel)
    return { label: first.children, body: node.children.slice(1) };
  return { label: null, body: node.children };
}

/** Returns the allowed attributes of a directive and reports the others. */
export function readAttributes(
  node: ContainerDirective | LeafDirective,
  allowed: string[],
  report: Report,
): Record<string, string> {
  const given = Object.entries(node.attributes ?? {}).map(([key, value]) => [key, value ?? ''] as const);
  for (const [key] of given) {
    if (allowed.includes(key)) continue;
    report(lineOf(node), 'directive-attribute', `${node.name} has no attribute "${key}"${didYouMean(key, allowed)}`);
  }
  return Object.fromEntries(given.filter(([key]) => allowed.includes(key)));
}

/** Reports an unknown directive, or one written with the wrong number of colons. */
export function checkDirective(node: ContainerDirective | LeafDirective, report: Report): boolean {
  const [own, others, right] =
    node.type === 'containerDirective' ? [containers, leaves, '::'] : [leaves, containers, ':::'];
  if (own.includes(node.name)) return true;
  const message = others.includes(node.name)
    ? `"${node.name}" must be written ${right}${node.name}${right === ':::' ? 'and closed by a line of :::' : ' on one line'}.`
    : `There is no directive "${node.name}"${didYouMean(node.name, [...own, ...others]) || '.'}`;
  report(lineOf(node), 'directive-unknown', message);
  return false;
}
