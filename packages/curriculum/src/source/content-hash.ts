import { createHash } from 'node:crypto';
import type { Nodes } from 'mdast';
import type { ContainerDirective, LeafDirective } from '../markdown/directive.ts';
import type { ModuleReader } from './modules/module-reader.ts';
import { isModuleName, moduleReaders } from './modules/module-readers.ts';

/**
 * Returns the content of a Markdown tree as a learner reads it, without link targets, rendered HTML or source
 * formatting. A new version of the renderer, a renamed lesson or rewrapped paragraphs must not mark the lesson as
 * changed for learners.
 */
export function readableContent(node: Nodes, fileHash: (path: string) => string): unknown {
  switch (node.type) {
    case 'text':
      return node.value.replace(/\s+/g, ' ');
    case 'inlineCode':
    case 'html':
    case 'inlineMath':
    case 'math':
      return [node.type, node.value];
    case 'code':
      return [node.type, node.lang, node.meta, node.value];
    case 'leafDirective':
    case 'containerDirective':
      return readableDirective(node, fileHash);
    case 'listItem':
      return [node.type, node.checked, ...node.children.map((child) => readableContent(child, fileHash))];
    case 'heading':
      return [node.depth, ...node.children.map((child) => readableContent(child, fileHash))];
    default:
      return 'children' in node
        ? [node.type, ...node.children.map((child) => readableContent(child, fileHash))]
        : node.type;
  }
}

/** The order of the values must not change, because stored hashes depend on it. */
function readableDirective(node: ContainerDirective | LeafDirective, fileHash: (path: string) => string): unknown {
  const given = node.attributes ?? {};
  const reader: ModuleReader | undefined = isModuleName(node.name) ? moduleReaders[node.name] : undefined;
  const { src, alt, slug, kind, answers } = given;
  const noticed = (reader?.noticed ?? []).map((name) => given[name]).filter(Boolean);
  const paths = (reader?.files ?? []).flatMap((name) => given[name]?.split(/\s+/) ?? []).filter(Boolean);
  const attributes = [node.name, src ? fileHash(src) : null, alt, slug, kind, answers, ...noticed];
  const children =
    reader?.form === 'container' && node.type === 'containerDirective' && reader.noticedChildren
      ? reader.noticedChildren(node)
      : node.children;
  return [[...attributes, ...paths.map(fileHash)], ...children.map((child) => readableContent(child, fileHash))];
}

export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
