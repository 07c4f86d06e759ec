import type { Element, ElementContent } from 'hast';
import type { BlockContent, Code, DefinitionContent, Nodes, Parents } from 'mdast';
import type { Report } from '../diagnostics.ts';
import { codeToHtml } from './code.ts';
import { type DrawDiagram, readDiagram } from './diagram.ts';
import {
  admonitions,
  type ContainerDirective,
  checkDirective,
  isNestedModule,
  type LeafDirective,
  readAttributes,
  splitLabel,
} from './directive.ts';
import type { Highlight } from './highlight.ts';
import { blockMath, inlineMath } from './math.ts';
import { type Picture, pictureToHtml } from './picture.ts';
import type { Slots } from './slots.ts';
import { type Drawing, drawingToHtml, drawingWithParts, fitsPhone, narrowToHtml, readParts } from './svg.ts';
import { h, lineOf, textOf } from './syntax-tree.ts';

/** State shared by the blocks of one document. */
export interface BlockContext {
  highlight: Highlight;
  report: Report;
  slots: Slots;
  /** By the path as authors write it: `figures/name.svg`. */
  drawings: ReadonlyMap<string, Drawing | Picture>;
  /** Ids that drawings of the document already use. */
  drawingIds: Set<string>;
  /** Null when the document has no diagram. */
  draw: DrawDiagram | null;
}

type Block = BlockContent | DefinitionContent;

/** Replaces code and directives in a Markdown tree with slots. Works in place. */
export function prepareBlocks(parent: Parents, context: BlockContext): void {
  const children = (parent.children as Nodes[]).flatMap((child, index, siblings): Nodes[] => {
    if (child.type === 'math') {
      const html = blockMath(child, context.report);
      return [context.slots.add([], () => html)];
    }
    if (child.type === 'inlineMath') {
      const html = inlineMath(child, context.report);
      return [context.slots.addInline(() => html)];
    }
    if (child.type === 'code' && child.lang === 'dot') return diagram(child, context);
    if (child.type === 'code') {
      const html = codeToHtml(child, lineOf(child), context.highlight, context.report);
      return [context.slots.add([], () => [html])];
    }
    if (child.type === 'leafDirective') return leaf(child, context);
    if (child.type === 'containerDirective' && child.name === 'solution')
      return [solution(child, siblings[index - 1], context)];
    if (child.type === 'containerDirective') return container(child, context);
    if ('children' in child) prepareBlocks(child, context);
    return [child];
  });
  parent.children = children as typeof parent.children;
}

function container(node: ContainerDirective, context: BlockContext): Block[] {
  if (isNestedModule(node, context.report)) return [];
  if (checkDirective(node, context.report)) {
    if (node.name === 'tabs') return [tabs(node, context)];
    if (node.name === 'tab') {
      context.report(lineOf(node), 'tab-outside', 'Place a tab inside ::::tabs (four colons, closed by four).');
    } else {
      readAttributes(node, [], context.report);
      const hasLabel = splitLabel(node).label !== null;
      prepareBlocks(node, context);
      return [context.slots.add(node.children, (inner) => [admonitionToHtml(node.name, inner, hasLabel)])];
    }
  }
  prepareBlocks(node, context);
  return node.children;
}

function admonitionToHtml(name: string, inner: ElementContent[], hasLabel: boolean): Element {
  const label = hasLabel ? inner.find((child) => child.type === 'element') : undefined;
  const kind = admonitions[name as keyof typeof admonitions];
  const title = h('p', { className: ['admonition-title'] }, [
    h('span', { className: ['admonition-kind'] }, [kind]),
    ...(label ? [' ', h('span', { className: ['admonition-label'] }, label.children)] : []),
  ]);
  const body = h(
    'div',
    { className: ['admonition-body'] },
    inner.filter((child) => child !== label),
  );
  return h('div', { className: ['admonition', `admonition-${name}`], role: 'note' }, [title, body]);
}

/** Renders the solution of the preceding exercise, collapsed until the learner opens it. */
function solution(node: ContainerDirective, before: Nodes | undefined, context: BlockContext): Block {
  if (before?.type !== 'containerDirective' || before.name !== 'exercise') {
    context.report(lineOf(node), 'solution-alone', 'Place a solution directly after its :::exercise.');
  }
  readAttributes(node, [], context.report);
  const { label, body } = splitLabel(node);
  const name = textOf({ type: 'label', children: label ?? [] }).trim() || 'A solution';
  node.children = body;
  prepareBlocks(node, context);
  return context.slots.add(node.children, (inner) => [
    h('details', { className: ['solution'] }, [
      h('summary', { className: ['solution-title'] }, [name]),
      h('div', { className: ['admonition-body'] }, inner),
    ]),
  ]);
}

/** Gives each tab its own slot, in order. All panels show until the page's script turns them into tabs. */
function tabs(node: ContainerDirective, context: BlockContext): Block {
  const { report, slots } = context;
  readAttributes(node, [], report);
  const panels = node.children.flatMap((child): Block[] => {
    if (child.type !== 'containerDirective' || child.name !== 'tab') {
      report(lineOf(child), 'tabs-content', 'Only :::tab[Name] blocks can be directly inside ::::tabs.');
      return [];
    }
    readAttributes(child, [], report);
    const { label, body } = splitLabel(child);
    const name = textOf({ type: 'label', children: label ?? [] }).trim();
    if (!name) report(lineOf(child), 'tab-name', 'A tab needs a name: :::tab[Linux].');
    child.children = body;
    prepareBlocks(child, context);
    return [slots.add(child.children, (inner) => [tabToHtml(name, inner)])];
  });
  if (panels.length === 0) report(lineOf(node), 'tabs-content', 'These tabs contain no :::tab[Name] block.');
  return slots.add(panels, (inner) => [tabsToHtml(inner)]);
}

const tabsToHtml = (panels: ElementContent[]): Element => h('div', { className: ['tabs'], dataTabs: '' }, panels);

const tabToHtml = (name: string, inner: ElementContent[]): Element =>
  h('section', { className: ['tab'], dataTab: name, ariaLabel: name }, [
    h('p', { className: ['tab-title'] }, [name]),
    ...inner,
  ]);

function leaf(node: LeafDirective, context: BlockContext): Block[] {
  if (isNestedModule(node, context.report) || !checkDirective(node, context.report)) return [];
  const { src, alt, parts } = readAttributes(node, ['src', 'alt', 'parts'], context.report);
  const fail = (code: string, message: string): Block[] => {
    context.report(lineOf(node), code, message);
    return [];
  };
  if (!src) return fail('figure-source', 'A figure needs src="figures/name.svg".');
  if (!alt?.trim()) return fail('figure-alt', 'A figure needs alt="…": a description for readers who cannot see it.');
  const drawing = context.drawings.get(src);
  if (!drawing) return fail('figure-missing', `There is no usable drawing at ${src}.`);
  const caption: Block[] = node.children.length ? [{ type: 'paragraph', children: node.children }] : [];
  if (!('root' in drawing)) {
    if (parts !== undefined)
      return fail('figure-parts', 'Only SVG drawings can have parts; a picture is scaled as a whole.');
    return [context.slots.add(caption, (inner) => [figureToHtml('', [pictureToHtml(drawing, alt.trim())], inner)])];
  }
  const stack = parts === undefined ? [] : readParts(parts, drawing);
  if (!stack) {
    const size = `${drawing.width} by ${drawing.height}`;
    return fail('figure-parts', `Give parts="x y width height, …", all inside the drawing, which is ${size}.`);
  }
  const wide = stack.find(({ width }) => !fitsPhone(drawing, width));
  if (wide) {
    const position = `${wide.x} ${wide.y}`;
    return fail('figure-parts', `The part at ${position} is too wide: its text would be unreadable on a phone.`);
  }
  const ownId = `drawing-${src.replace(/^.*\/|\.svg$/g, '')}`;
  const ids = stack.length > 0 ? [...drawing.ids, ownId] : drawing.ids;
  const duplicate = ids.find((id) => context.drawingIds.has(id));
  if (duplicate !== undefined)
    return fail('figure-id', `The id "${duplicate}" of ${src} is already used by another figure of this lesson.`);
  for (const id of ids) context.drawingIds.add(id);
  const kind = stack.length > 0 ? 'figure-stacked' : fitsPhone(drawing, drawing.width) ? 'figure-fits' : '';
  const name = alt.trim();
  return [
    context.slots.add(caption, (inner) => [
      figureToHtml(
        kind,
        stack.length > 0 ? drawingWithParts(drawing, name, stack, ownId) : [drawingToHtml(drawing, name)],
        inner,
      ),
    ]),
  ];
}

function diagram(node: Code, { draw, report, slots }: BlockContext): Block[] {
  const result = draw && readDiagram(node, draw, report);
  if (!result) return [];
  const caption = result.title ? [h('figcaption', { className: ['figure-caption'] }, [result.title])] : [];
  const { drawing, narrow, alt } = result;
  const kind = narrow ? ['figure-stacked'] : fitsPhone(drawing, drawing.width) ? ['figure-fits'] : [];
  const figure = h('figure', { className: ['figure', 'figure-diagram', ...kind] }, [
    drawingToHtml(drawing, alt),
    ...(narrow ? [narrowToHtml(narrow)] : []),
    ...caption,
  ]);
  return [slots.add([], () => [figure])];
}

function figureToHtml(kind: string, drawn: Element[], inner: ElementContent[]): Element {
  const caption = inner.flatMap((child) => (child.type === 'element' ? child.children : []));
  return h('figure', { className: kind ? ['figure', kind] : ['figure'] }, [
    ...drawn,
    ...(caption.length ? [h('figcaption', { className: ['figure-caption'] }, caption)] : []),
  ]);
}
