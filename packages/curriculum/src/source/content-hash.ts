import { createHash } from 'node:crypto';
import type { Nodes } from 'mdast';
import { isKnownWrong, splitReply } from './read-quiz.ts';

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
    case 'containerDirective': {
      const { src, alt, slug, kind, answers, captions, chapters, poster, video, make } = node.attributes ?? {};
      const attributes = [node.name, src ? fileHash(src) : null, alt, slug, kind, answers];
      if (video) attributes.push(video);
      if (make) attributes.push(make);
      for (const path of [captions, chapters, poster].join(' ').split(/\s+/).filter(Boolean))
        attributes.push(fileHash(path));
      const children = node.name === 'quiz' ? withoutWrongAnswerReplies(node.children, kind) : node.children;
      return [attributes, ...children.map((child) => readableContent(child, fileHash))];
    }
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

/** Leaves out replies to wrong answers: new replies do not change the lesson for learners who already answered. */
function withoutWrongAnswerReplies(children: readonly Nodes[], kind: string | null | undefined): Nodes[] {
  const list = children.find((child) => child.type === 'list');
  if (!list) return [...children];
  const others = children.filter((child) => child !== list);
  if (kind === 'free') return isKnownWrong(kind, list) ? others : [...children];
  const items = list.children.map((item) => ({ ...item, children: splitReply(item).text }));
  return children.map((child) => (child === list ? { ...list, children: items } : child));
}

export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
