import { createHash } from 'node:crypto';
import type { Nodes } from 'mdast';
import { isKnownWrong, splitReply } from './quiz.ts';

/**
 * What a learner reads in a Markdown tree, as a list of words and marks: no links' targets, no HTML that the renderer
 * makes, no source formatting. A new version of the renderer, a renamed neighbour or a paragraph that was wrapped
 * differently must not tell everybody that the lesson has changed.
 */
export function readingOf(node: Nodes, fileHash: (path: string) => string): unknown {
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
    case 'containerDirective': {
      const { src, alt, slug, kind, answers, captions, chapters, poster, video, make } = node.attributes ?? {};
      const own = [node.name, src ? fileHash(src) : null, alt, slug, kind, answers];
      if (video) own.push(video);
      if (make) own.push(make);
      for (const path of [captions, chapters, poster].join(' ').split(/\s+/).filter(Boolean)) own.push(fileHash(path));
      const children = node.name === 'quiz' ? withoutReplies(node.children, kind) : node.children;
      return [own, ...children.map((child) => readingOf(child, fileHash))];
    }
    case 'listItem':
      return [node.type, node.checked, ...node.children.map((child) => readingOf(child, fileHash))];
    case 'heading':
      return [node.depth, ...node.children.map((child) => readingOf(child, fileHash))];
    default:
      return 'children' in node ? [node.type, ...node.children.map((child) => readingOf(child, fileHash))] : node.type;
  }
}

/** Whoever has answered needs no reply to what is wrong: new replies do not make a lesson another one. */
function withoutReplies(children: readonly Nodes[], kind: string | null | undefined): Nodes[] {
  const list = children.find((child) => child.type === 'list');
  if (!list) return [...children];
  const others = children.filter((child) => child !== list);
  if (kind === 'free') return isKnownWrong(kind, list) ? others : [...children];
  const items = list.children.map((item) => ({ ...item, children: splitReply(item).text }));
  return children.map((child) => (child === list ? { ...list, children: items } : child));
}

export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
