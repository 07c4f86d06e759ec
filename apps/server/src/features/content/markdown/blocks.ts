import type { Element, ElementContent } from 'hast';
import type { BlockContent, Code, DefinitionContent, Nodes, Parents } from 'mdast';
import type { Report } from '../diagnostics.ts';
import { codeToHtml } from './code.ts';
import { type DrawDiagram, readDiagram } from './diagram.ts';
import {
  admonitions,
  type ContainerDirective,
  checkDirective,
  type LeafDirective,
  moduleDirectives,
  readAttributes,
  splitLabel,
} from './directive.ts';
import type { Highlight } from './highlight.ts';
import { blockMath, inlineMath } from './math.ts';
import { type Picture, pictureToHtml } from './picture.ts';
import type { Slots } from './slots.ts';
import { type Drawing, drawingToHtml, drawingWithParts, fitsPhone, narrowToHtml, readParts } from './svg.ts';
import { h, lineOf, textOf } from './tree.ts';

/** What the blocks of one document share. */
export interface BlockContext {
  highlight: Highlight;
  report: Report;
  slots: Slots;
  /** By the path that authors write, `figures/name.svg`. */
  drawings: ReadonlyMap<string, Drawing | Picture>;
  /** Ids of drawings that the document holds already. */
  drawingIds: Set<string>;
  /** Null when the document has no diagram. */
  draw: DrawDiagram | null;
}

type Block = BlockContent | DefinitionContent;

/** Exchanges code and directives in a Markdown tree for slots. Works in place. */
export function prepareBlocks(parent: Parents, context: BlockContext): void {
  const children = (parent.children as Nodes[]).flatMap((child, at, all): Nodes[] => {
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
      return [solution(child, all[at - 1], context)];
    if (child.type === 'containerDirective') return container(child, context);
    if ('children' in child) prepareBlocks(child, context);
    return [child];
  });
  parent.children = children as typeof parent.children;
}

function container(node: ContainerDirective, context: BlockContext): Block[] {
  if (checkDirective(node, context.report)) {
    if (node.name === 'tabs') return [tabs(node, context)];
    if (moduleDirectives.includes(node.name)) {
      context.report(lineOf(node), 'module-nested', `A ${node.name} stands by itself, not inside of something else.`);
      return [];
    }
    if (node.name === 'tab') {
      context.report(lineOf(node), 'tab-outside', 'A tab stands inside of ::::tabs (four colons, closed by four).');
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

/** How the exercise before it is done; it stays folded until somebody asks for it. */
function solution(node: ContainerDirective, before: Nodes | undefined, context: BlockContext): Block {
  if (before?.type !== 'containerDirective' || before.name !== 'exercise') {
    context.report(lineOf(node), 'solution-alone', 'A solution stands right behind its :::exercise.');
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

/** Each tab becomes a slot of its own, in order; all of them show until the page's script makes tabs of them. */
function tabs(node: ContainerDirective, context: BlockContext): Block {
  const { report, slots } = context;
  readAttributes(node, [], report);
  const panels = node.children.flatMap((child): Block[] => {
    if (child.type !== 'containerDirective' || child.name !== 'tab') {
      report(lineOf(child), 'tabs-content', 'Directly inside of ::::tabs there are only :::tab[Name] blocks.');
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
  if (panels.length === 0) report(lineOf(node), 'tabs-content', 'There is no tab in these tabs.');
  return slots.add(panels, (inner) => [tabsToHtml(inner)]);
}

const tabsToHtml = (panels: ElementContent[]): Element => h('div', { className: ['tabs'], dataTabs: '' }, panels);

const tabToHtml = (name: string, inner: ElementContent[]): Element =>
  h('section', { className: ['tab'], dataTab: name, ariaLabel: name }, [
    h('p', { className: ['tab-title'] }, [name]),
    ...inner,
  ]);

function leaf(node: LeafDirective, context: BlockContext): Block[] {
  if (!checkDirective(node, context.report)) return [];
  if (moduleDirectives.includes(node.name)) {
    context.report(lineOf(node), 'module-nested', `A ${node.name} stands by itself, not inside of something else.`);
    return [];
  }
  const { src, alt, parts } = readAttributes(node, ['src', 'alt', 'parts'], context.report);
  const fault = (code: string, message: string): Block[] => {
    context.report(lineOf(node), code, message);
    return [];
  };
  if (!src) return fault('figure-source', 'A figure needs src="figures/name.svg".');
  if (!alt?.trim())
    return fault('figure-alt', 'A figure needs alt="…": what a person who cannot see it needs to know.');
  const drawing = context.drawings.get(src);
  if (!drawing) return fault('figure-missing', `There is no drawing ${src} that can be shown.`);
  const caption: Block[] = node.children.length ? [{ type: 'paragraph', children: node.children }] : [];
  if (!('root' in drawing)) {
    if (parts !== undefined) return fault('figure-parts', 'Parts are for drawings: a picture is scaled as a whole.');
    return [context.slots.add(caption, (inner) => [figureToHtml('', [pictureToHtml(drawing, alt.trim())], inner)])];
  }
  const stack = parts === undefined ? [] : readParts(parts, drawing);
  if (!stack) {
    const size = `${drawing.width} by ${drawing.height}`;
    return fault('figure-parts', `Give parts="x y width height, …", all inside of the drawing, which is ${size}.`);
  }
  const wide = stack.find(({ width }) => !fitsPhone(drawing, width));
  if (wide) {
    const place = `${wide.x} ${wide.y}`;
    return fault('figure-parts', `The part at ${place} is too wide: its letters could not be read on a phone.`);
  }
  const own = `drawing-${src.replace(/^.*\/|\.svg$/g, '')}`;
  const ids = stack.length > 0 ? [...drawing.ids, own] : drawing.ids;
  const twice = ids.find((id) => context.drawingIds.has(id));
  if (twice !== undefined)
    return fault('figure-id', `The id "${twice}" of ${src} is used by another figure of this lesson.`);
  for (const id of ids) context.drawingIds.add(id);
  const kind = stack.length > 0 ? 'figure-stacked' : fitsPhone(drawing, drawing.width) ? 'figure-fits' : '';
  const name = alt.trim();
  return [
    context.slots.add(caption, (inner) => [
      figureToHtml(
        kind,
        stack.length > 0 ? drawingWithParts(drawing, name, stack, own) : [drawingToHtml(drawing, name)],
        inner,
      ),
    ]),
  ];
}

function diagram(node: Code, { draw, report, slots }: BlockContext): Block[] {
  const read = draw && readDiagram(node, draw, report);
  if (!read) return [];
  const caption = read.title ? [h('figcaption', { className: ['figure-caption'] }, [read.title])] : [];
  const { drawing, narrow, alt } = read;
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
