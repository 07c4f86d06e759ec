import { moduleKinds } from '@hexpedition/contract';
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
const moduleDirectives: readonly string[] = moduleKinds.filter((kind) => kind !== 'text');

const containers: readonly string[] = [...Object.keys(admonitions), 'solution', 'tabs', 'tab'];
const leaves: readonly string[] = ['figure'];

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

/** Explains how a directive with the wrong number of colons must be written. */
export const wrongFormText = (name: string, form: 'container' | 'leaf'): string =>
  form === 'container'
    ? `"${name}" must be written :::${name} and closed by a line of :::`
    : `"${name}" must be written ::${name} on one line.`;

/** Reports a directive that is no module and is unknown or written with the wrong number of colons. */
export function checkDirective(node: ContainerDirective | LeafDirective, report: Report): boolean {
  const isContainer = node.type === 'containerDirective';
  const [own, others] = isContainer ? [containers, leaves] : [leaves, containers];
  if (own.includes(node.name)) return true;
  const message = others.includes(node.name)
    ? wrongFormText(node.name, isContainer ? 'leaf' : 'container')
    : `There is no directive "${node.name}"${didYouMean(node.name, [...own, ...others, ...moduleDirectives]) || '.'}`;
  report(lineOf(node), 'directive-unknown', message);
  return false;
}

/** Reports a module that is not at the top level of a lesson. */
export function isNestedModule(node: ContainerDirective | LeafDirective, report: Report): boolean {
  if (!moduleDirectives.includes(node.name)) return false;
  const message = `Place ${node.name} at the top level of the lesson, not inside another block.`;
  report(lineOf(node), 'module-nested', message);
  return true;
}
