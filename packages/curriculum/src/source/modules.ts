import type { Nodes, Root, RootContent } from 'mdast';
import type { Report } from '../diagnostics.ts';
import { type ContainerDirective, type LeafDirective, readAttributes, splitLabel } from '../markdown/directive.ts';
import { isShown, lineOf, textOf } from '../markdown/syntax-tree.ts';
import type { ContentModule } from './curriculum-types.ts';
import { leafReaders } from './media-modules.ts';
import { type ModuleContext, readModuleId, readPoints } from './module-context.ts';
import { readDrill } from './read-drill.ts';
import { readPoll } from './read-poll.ts';
import { readQuiz } from './read-quiz.ts';

/** Splits a lesson into its modules: each module directive, and one text module for everything between two of them. */
export function readModules(root: Root, context: ModuleContext): ContentModule[] {
  const modules: ContentModule[] = [];
  const add = (module: Draft | undefined, first: RootContent, last = first): void => {
    if (!module) return;
    const line = lineOf(first);
    if (modules.some(({ id }) => id === module.id)) {
      context.report(line, 'module-duplicate', `This lesson has two modules with the id "${module.id}".`);
    }
    modules.push({ ...module, position: modules.length });
    context.blocks.push({ id: module.id, from: line, to: last.position?.end.line ?? line });
  };

  let texts = 0;
  let pending: RootContent[] = [];
  const flush = (): void => {
    const [first, last] = [pending[0], pending.at(-1)];
    if (first && pending.some(isShown)) {
      texts += 1;
      add(textModule(pending, `text-${texts}`, context), first, last);
    }
    pending = [];
  };

  for (const node of root.children) {
    const read = readerOf(node);
    if (!read) {
      pending.push(node);
      continue;
    }
    flush();
    checkFootnotes(node, context.report);
    add(read(context), node);
  }
  flush();
  return modules;
}

type Draft = Omit<ContentModule, 'position'>;

function readerOf(node: RootContent): ((context: ModuleContext) => Draft | undefined) | undefined {
  if (node.type === 'containerDirective' && node.name === 'quiz') return (context) => readQuiz(node, context);
  if (node.type === 'containerDirective' && node.name === 'flag') return (context) => flagModule(node, context);
  if (node.type === 'containerDirective' && node.name === 'drill') return (context) => readDrill(node, context);
  if (node.type === 'containerDirective' && node.name === 'poll') return (context) => readPoll(node, context);
  if (node.type === 'leafDirective' && node.name === 'lab') return (context) => labModule(node, context);
  if (node.type === 'leafDirective' && Object.hasOwn(leafReaders, node.name))
    return (context) => leafReaders[node.name]?.(node, context);
  return undefined;
}

function textModule(nodes: RootContent[], id: string, { document }: ModuleContext): Draft {
  const { html, headings } = document.block(nodes, id);
  return { id, kind: 'text', data: { html, headings }, secret: {}, flag: null };
}

function flagModule(node: ContainerDirective, { document, report }: ModuleContext): Draft | undefined {
  const line = lineOf(node);
  const { id: given, points: pointsText = '', answer = '' } = readAttributes(node, ['id', 'points', 'answer'], report);
  const { label, body } = splitLabel(node);
  const title = textOf({ type: 'label', children: label ?? [] }).trim();
  const id = readModuleId(node.name, given, line, report);
  const points = readPoints(node.name, pointsText, line, report);
  if (!title) report(line, 'flag-title', 'A flag needs a title: :::flag[Decode the signal].');
  if (!answer.trim()) report(line, 'flag-answer', 'A flag needs answer="flag{…}".');
  if (!id || !title || !answer.trim() || points === undefined) return undefined;
  const { html } = document.block(body, id);
  return {
    id,
    kind: 'flag',
    data: { title, html, points },
    secret: {},
    flag: { name: title, points, answer: answer.trim() },
  };
}

function labModule(node: LeafDirective, { report, labs }: ModuleContext): Draft | undefined {
  const { slug } = readAttributes(node, ['slug'], report);
  if (!slug) {
    report(lineOf(node), 'lab-slug', 'A lab needs its slug: ::lab{slug=lost-luggage}.');
    return undefined;
  }
  labs.push({ slug, line: lineOf(node) });
  return { id: `lab-${slug}`, kind: 'lab', data: { lab: slug }, secret: {}, flag: null };
}

function checkFootnotes(node: Nodes, report: Report): void {
  if (node.type === 'footnoteReference')
    report(
      lineOf(node),
      'footnote-place',
      'Footnotes are not allowed in a quiz, a flag, a drill or a poll. Move it to the text.',
    );
  if ('children' in node) for (const child of node.children) checkFootnotes(child, report);
}
